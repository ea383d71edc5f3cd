import { type Options, resolveOptions } from '../src/model/options.ts';
import type { AtMost } from '../src/model/problem/side-rules.ts';
import type { Problem } from '../src/model/problem.ts';
import type { Snapshot } from '../src/model/snapshot.ts';
import { toProblem } from '../src/model/to-problem.ts';
import { exact } from '../src/solver/exact/exact.ts';
import { isFeasible } from '../src/solver/exact/incumbent.ts';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { ilp } from '../src/solver/ilp/index.ts';
import { evaluate, levelsOf } from '../src/solver/levels.ts';
import { search } from '../src/solver/search/index.ts';
import { random } from '../test/generate/random.ts';

function snapshotOf(seed: number, nodes: number, workloads: number, single: boolean): Snapshot {
  const draw = random(seed);
  const types = [
    { cpu: 4000, memory: 16, price: 20 },
    { cpu: 8000, memory: 32, price: 38 },
    { cpu: 2000, memory: 16, price: 13 },
  ];
  const list = Array.from({ length: nodes }, (_, i) => ({
    t: types[i % 3],
    name: `n${i}`,
    cpu: 0,
    memory: 0,
  }));
  const ws = [];
  for (let w = 0; w < workloads; w++) {
    const count = single ? 1 : draw.int(1, 4);
    const cpu = draw.int(2, 12) * 100,
      memory = draw.int(1, 5);
    const replicas: Record<string, number> = {};
    for (let r = 0; r < count; r++) {
      const fit = list.filter((n) => n.cpu + cpu <= n.t.cpu * 0.85 && n.memory + memory <= n.t.memory);
      if (fit.length === 0) continue;
      const n = draw.pick(fit);
      n.cpu += cpu;
      n.memory += memory;
      replicas[n.name] = (replicas[n.name] ?? 0) + 1;
    }
    if (Object.keys(replicas).length)
      ws.push({ name: `w${w}`, requests: { cpu: `${cpu}m`, memory: `${memory}Gi` }, replicas });
  }
  return {
    nodes: list.map(({ name, t }, i) => ({
      name,
      pricePerHour: t.price,
      allocatable: { cpu: `${t.cpu}m`, memory: `${t.memory}Gi` },
      labels: { zone: 'abc'[i % 3] },
    })),
    workloads: ws,
  } as Snapshot;
}

function spread(problem: Problem, zones: boolean): Problem {
  const self = Int32Array.from({ length: problem.nodes }, (_, n) => n);
  const zone = Int32Array.from(problem.nodeNames, (name) => Number(name.slice(1)) % 3);
  const rules: AtMost[] = [];
  for (let w = 0; w < problem.workloads; w++) {
    for (const [domainOf, domains] of zones
      ? ([
          [self, problem.nodes],
          [zone, 3],
        ] as const)
      : ([[self, problem.nodes]] as const)) {
      const ds = new Set<number>();
      for (let g = problem.groupStart[w]; g < problem.groupStart[w + 1]; g++)
        ds.add(domainOf[problem.groupNode[g]]);
      if (ds.size > 1)
        rules.push({
          rule: 'moved',
          form: 'at-most',
          when: 'after',
          most: problem.replicas[w] - 1,
          domainOf,
          domains,
          counted: [w],
          subjects: [w],
        });
    }
  }
  return { ...problem, domainRules: rules };
}

const [, , nodesArg, workloadsArg, seedsArg, limitArg] = process.argv;
const engine = createEngine(loadHighsNode);
const strategies = (process.env['STRAT'] ?? 'exact').split(',');
const only = process.env['KIND']?.split(',');
const totals: Record<string, { ms: number; work: number; proved: number; n: number; value: number }> = {};
for (let seed = 1; seed <= Number(seedsArg); seed++) {
  const snapshot = snapshotOf(seed, Number(nodesArg), Number(workloadsArg), process.env['SINGLE'] === '1');
  const questions: [string, Options][] = [
    ['weighted', {}],
    ['a0', { objective: { kind: 'weighted', alpha: '0' } }],
    ['lex', { objective: { kind: 'lexicographic' } }],
  ];
  for (const [q, options] of questions) {
    if (only && !only.includes(q)) continue;
    const plain = { ...toProblem(snapshot, resolveOptions(snapshot, options)), domainRules: [] };
    for (const [kind, problem] of [
      ['plain', plain],
      ['nodes', spread(plain, false)],
      ['zones', spread(plain, true)],
    ] as const) {
      for (const name of strategies) {
        const strategy = { exact, ilp, search }[name]!;
        const t = process.cpuUsage();
        let state = strategy.start(problem);
        let work = 0;
        let r;
        do {
          r = await strategy.step(problem, state, 1_000_000, engine);
          state = r.state;
          work += r.work;
        } while (!r.done && work < Number(limitArg) * 1e6);
        const u = process.cpuUsage(t);
        const ms = (u.user + u.system) / 1000;
        if (!isFeasible(problem, r.best)) console.log('INFEASIBLE', seed, q, kind, name);
        const key = `${name} ${q} ${kind}`;
        const c = (totals[key] ??= { ms: 0, work: 0, proved: 0, n: 0, value: 0 });
        c.ms += ms;
        c.work += work;
        c.proved += r.proved ? 1 : 0;
        c.n++;
        c.value += levelsOf(problem, evaluate(problem, r.best))[0];
        if (process.env['EACH'])
          console.log(
            seed,
            key,
            Math.round(ms),
            work,
            r.proved,
            levelsOf(problem, evaluate(problem, r.best)).join(),
            r.bounds.join(),
            problem.movableReplicas,
          );
      }
    }
  }
}
for (const [key, c] of Object.entries(totals))
  console.log(
    key.padEnd(28),
    `${Math.round(c.ms)} ms`,
    `${(c.work / 1e6).toFixed(2)} M`,
    `${c.proved}/${c.n}`,
    c.value,
  );
