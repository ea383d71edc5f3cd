import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { freePort, startDevServer } from '../../scripts/dev-server.ts';
import { clusterSnapshot } from '../cluster.ts';

/**
 * Search in workerd, on Linux: the Worker as it is deployed gets a deployment of `cluster.ts`, replicas as counts, and
 * answers with a checked plan.
 *
 *   node bench/search/workerd.ts [--sizes 1000,5000] [--seeds 401] [--work 5,25]
 *
 * Processor seconds are those of workerd from request to answer: parsing, search, check, plan, storing. Memory is the
 * most that workerd had resident, less what it had before the request: V8's garbage and the bodies are in it.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,5000' },
    seeds: { type: 'string', default: '401' },
    work: { type: 'string', default: '5,25' },
  },
});
const numbers = (text: string) => text.split(',').map(Number);
const works = numbers(values.work);

console.log('nodes  seed  work/M   cpu s  saved %  gap %  resident before/peak MiB  answer MiB');
for (const [i, nodes] of numbers(values.sizes).entries())
  for (const seed of numbers(values.seeds)) await measure(nodes, seed, works[i] ?? works[0]);

async function measure(nodes: number, seed: number, work: number): Promise<void> {
  const snapshot = clusterSnapshot({ seed, nodes, replicas: nodes * 30 });
  const body = JSON.stringify({ snapshot, options: { strategy: 'search', workLimit: work * 1_000_000 } });
  const state = mkdtempSync(join(tmpdir(), 'restow-bench-'));
  const server = await startDevServer({ port: await freePort(), state });
  try {
    const process = workerd();
    const before = process.resident();
    const started = process.cpuSeconds();
    const { status, answer } = await post(`${server.url}/v1/plans`, body);
    const seconds = process.cpuSeconds() - started;
    if (status !== 200) throw new Error(answer.slice(0, 1000));
    const { cost, objective, work: spent } = JSON.parse(answer);
    console.log(
      [
        nodes,
        seed,
        (spent / 1e6).toFixed(1),
        seconds.toFixed(1),
        cost.savedPercent,
        (100 * Number(objective.levels[0].gap)).toFixed(2),
        `${before}/${process.mostResident()}`,
        (answer.length / 2 ** 20).toFixed(1),
      ].join('  '),
    );
  } finally {
    await server.stop();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Not `fetch`, which waits five minutes at most for an answer. */
async function post(url: string, body: string): Promise<{ status: number | undefined; answer: string }> {
  const sent = request(url, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, answer: await text(response) };
}

/** The workerd that runs our Worker: of those below this process the one that has worked most. */
function workerd() {
  const parents = new Map<number, { parent: number; name: string }>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const [, name = '', rest = ''] =
        /\((.*)\) (.*)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? [];
      parents.set(Number(entry), { name, parent: Number(rest.split(' ')[1]) });
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  const pids = [...parents]
    .filter(([pid, { name }]) => name === 'workerd' && isOurs(pid))
    .map(([pid]) => pid);
  const status = (pid: number, field: string) =>
    Math.round(
      Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    );
  const cpu = (pid: number) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    // utime and stime, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  const sum = (of: (pid: number) => number) => pids.reduce((all, pid) => all + of(pid), 0);
  return {
    cpuSeconds: () => sum(cpu),
    resident: () => sum((pid) => status(pid, 'VmRSS')),
    mostResident: () => sum((pid) => status(pid, 'VmHWM')),
  };
}
