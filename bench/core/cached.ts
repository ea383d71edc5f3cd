import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startDevServer } from '../../scripts/dev-server.ts';
import { largeSnapshot } from './large-snapshot.ts';
import type { Row } from './row.ts';

/** Bodies by name: how many bytes have to be read matters. */
const BODIES = [
  { name: 'paper (32 replicas)', snapshot: example('paper'), options: {}, runs: 200 },
  {
    name: 'large (30,000 replicas)',
    snapshot: largeSnapshot(),
    options: { strategy: 'heuristic' },
    runs: 15,
  },
];

/**
 * A cached answer, read from D1 at every request, against a bare route of the same Worker that parses, validates and
 * hashes the same body and returns the same bytes. The two take turns, so their ratio does not depend on the machine.
 */
export async function measureCached(): Promise<Row[]> {
  const state = mkdtempSync(join(tmpdir(), 'restow-bench-'));
  const server = await startDevServer({ port: await freePort(), state, main: 'bench/core/cached-worker.ts' });
  try {
    const rows: Row[] = [];
    for (const body of BODIES) rows.push(...(await compare(server.url, body)));
    return rows;
  } catch (error) {
    console.error(server.log());
    throw error;
  } finally {
    await server.stop();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function compare(
  url: string,
  { name, snapshot, options, runs }: (typeof BODIES)[number],
): Promise<Row[]> {
  const asked = JSON.stringify({ snapshot, options });
  // The same question in other bytes: only the canonical form can tell.
  const reordered = JSON.stringify({ options, snapshot });
  const plan = await post(`${url}/v1/plans`, asked, 'miss');
  await fetch(`${url}/bare`, { method: 'PUT', body: plan });
  const cached: number[] = [];
  const bare: number[] = [];
  const canonical: number[] = [];
  for (let run = 0; run < runs + WARM_UP; run++) {
    // White space makes every body new, so that no earlier body can be recognised.
    const fresh = `${reordered.slice(0, -1)}${' '.repeat(run + 1)}}`;
    cached.push(await timed(`${url}/v1/plans`, asked, plan));
    bare.push(await timed(`${url}/bare`, asked, plan));
    canonical.push(await timed(`${url}/v1/plans`, fresh, plan));
  }
  const [hit, base, other] = [cached, bare, canonical].map((times) => median(times.slice(WARM_UP)));
  return [
    { what: `bare route, ${name}`, value: base, unit: 'ms' },
    { what: `cached answer, ${name}`, value: hit, unit: 'ms' },
    { what: `cached answer / bare route, ${name}`, value: hit / base, unit: '×', aim: '≤ 1.5' },
    { what: `the same question in other bytes / bare route, ${name}`, value: other / base, unit: '×' },
  ];
}

const WARM_UP = 3;

async function timed(url: string, body: string, expected: string): Promise<number> {
  const start = performance.now();
  const text = await post(url, body, 'hit');
  const time = performance.now() - start;
  if (text !== expected) throw new Error(`${url} gave other bytes`);
  return time;
}

async function post(url: string, body: string, cache: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const found = response.headers.get('Restow-Cache') ?? cache;
  if (!response.ok || found !== cache)
    throw new Error(`${url}: ${response.status} ${found} ${text.slice(0, 500)}`);
  return text;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1];
}

function example(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../../examples/${name}/snapshot.json`), 'utf8'));
}
