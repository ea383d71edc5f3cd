import { parseArgs } from 'node:util';
import { canonicalSnapshot } from '../src/model/canonical.ts';
import { prepareCheck } from '../src/model/check/index.ts';
import { type Options, resolveOptions } from '../src/model/options.ts';
import { toProblem } from '../src/model/to-problem.ts';
import { supports } from '../src/solver/exact/exact.ts';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { solve } from '../src/solver/solve.ts';
import { SOLVER_VERSION } from '../src/solver/version.ts';
import { random } from '../src/workloads/random.ts';
import { evaluate } from './roadef/evaluate.ts';
import { type Reassignment, readReassignments } from './roadef/read.ts';
import { assignmentAfter, planTo, reassignmentSnapshot } from './roadef/snapshot.ts';

/**
 * Instances a1_1 to a1_5 of the ROADEF/EURO challenge 2012: its rules of capacity and transient usage against ours.
 *
 *   npm run bench:roadef [-- --strategies search,heuristic] [--work 20] [--random 500] [--json]
 *
 * --work: millions of work units a plan; --random: changed assignments per instance on which both verdicts are compared.
 * Ends with an error when the start or a plan is turned down, or the verdicts differ.
 */
const { values } = parseArgs({
  options: {
    strategies: { type: 'string', default: 'search,heuristic,exact' },
    work: { type: 'string', default: '20' },
    random: { type: 'string', default: '500' },
    json: { type: 'boolean', default: false },
  },
});
const SEED = 2012;
const engine = createEngine(loadHighsNode);

/** What was measured of a file and a strategy. */
interface Row {
  file: string;
  machines: number;
  processes: number;
  resources: string;
  strategy: string;
  status: string;
  machinesBefore: number;
  machinesAfter: number;
  bound: number;
  moves: number;
  cpuSeconds: number;
  /** What the challenge's own rules say of the plan. */
  verdict: string;
}

/** Verdicts of both on changed assignments. */
interface Agreement {
  file: string;
  accepted: number;
  refused: number;
  /** Of the refused: those that would be accepted if nothing was transient. */
  forTransient: number;
  different: number;
}

const OPTIONS = {
  maxSlots: 1,
  latencyIn: 'end',
  keepSpread: false,
  objective: { kind: 'weighted', alpha: '0' },
} as const;

const instances = readReassignments();
if (!instances) console.error('SKIPPED bench:roadef: no outside data; RESTOW_SHARED says where it is.');
const rows: Row[] = [];
const agreements: Agreement[] = [];
for (const instance of instances ?? []) {
  agreements.push(compareVerdicts(instance, Number(values.random)));
  const snapshot = canonicalSnapshot(reassignmentSnapshot(instance));
  const problem = toProblem(snapshot, resolveOptions(snapshot, OPTIONS));
  for (const strategy of values.strategies.split(',') as NonNullable<Options['strategy']>[]) {
    // Beyond its size the exact strategy hands on what the heuristic says.
    if (strategy !== 'exact' || supports(problem)) rows.push(await plan(instance, strategy));
  }
}
if (values.json) console.log(JSON.stringify({ rows, agreements }, null, 2));
else if (instances) for (const line of lines()) console.log(line);
const wrong = rows.some(({ verdict }) => !verdict.startsWith('passes'));
if (wrong || agreements.some(({ different }) => different > 0)) process.exitCode = 1;

async function plan(instance: Reassignment, strategy: NonNullable<Options['strategy']>): Promise<Row> {
  const snapshot = reassignmentSnapshot(instance);
  const started = process.cpuUsage();
  const workLimit = Number(values.work) * 1_000_000;
  const solved = await solve(snapshot, { ...OPTIONS, strategy, workLimit }, engine, SOLVER_VERSION);
  const { user, system } = process.cpuUsage(started);
  const { cost, objective, inherited, status } = solved.plan;
  const { broken, beyond } = evaluate(instance, assignmentAfter(instance, solved.plan));
  const faults = [...solved.rejected, ...inherited].map(({ message }) => message).concat(broken);
  return {
    file: instance.name,
    machines: instance.machines.length,
    processes: instance.processes.length,
    resources: `${instance.transient.length} (${instance.transient.filter(Boolean).length})`,
    strategy: solved.plan.strategy,
    status,
    machinesBefore: Number(cost.before),
    machinesAfter: Number(cost.after),
    bound: Number(objective.levels[0].bound),
    moves: objective.moves,
    cpuSeconds: Math.round((user + system) / 1e5) / 10,
    verdict:
      faults.length > 0
        ? `turned down: ${faults[0]}`
        : `passes (${beyond.conflicts} conflicts, ${beyond.spreads} spreads, ${beyond.dependencies} dependencies)`,
  };
}

/** The given assignment, then changes of some processes, single or in pairs that change places. */
function compareVerdicts(instance: Reassignment, count: number): Agreement {
  const snapshot = reassignmentSnapshot(instance);
  const check = prepareCheck(snapshot, resolveOptions(snapshot, OPTIONS));
  const draw = random(SEED);
  const found = { file: instance.name, accepted: 0, refused: 0, forTransient: 0, different: 0 };
  for (let i = 0; i <= count; i++) {
    const assignment = [...instance.assignment];
    const pick = () => draw.int(0, assignment.length - 1);
    for (let changes = i === 0 ? 0 : draw.int(1, 3); changes > 0; changes--) {
      const [one, other] = [pick(), pick()];
      if (draw.chance(0.5)) assignment[one] = draw.int(0, instance.machines.length - 1);
      else [assignment[one], assignment[other]] = [assignment[other], assignment[one]];
    }
    const { violations, inherited } = check(planTo(instance, assignment));
    const ours = violations.length + inherited.length === 0;
    const theirs = evaluate(instance, assignment).broken.length === 0;
    if (ours !== theirs || (i === 0 && !ours)) found.different += 1;
    else if (ours) found.accepted += 1;
    else {
      found.refused += 1;
      const atOnce = { ...instance, transient: instance.transient.map(() => false) };
      if (evaluate(atOnce, assignment).broken.length === 0) found.forTransient += 1;
    }
  }
  return found;
}

function lines(): string[] {
  const head = [
    'file',
    'machines × processes × resources (transient)',
    'strategy',
    'machines used',
    'bound',
    'moves',
    'status',
    'cpu s',
    'the challenge’s rules',
  ];
  const cells = rows.map((row) => [
    row.file,
    `${row.machines} × ${row.processes} × ${row.resources}`,
    row.strategy,
    `${row.machinesBefore} → ${row.machinesAfter}`,
    row.bound,
    row.moves,
    row.status,
    row.cpuSeconds,
    row.verdict,
  ]);
  return [
    ...[head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`),
    '',
    ...agreements.map(
      ({ file, accepted, refused, forTransient, different }) =>
        `${file}: both accept ${accepted} of the changed assignments, both refuse ${refused} (${forTransient} for transient use alone), ${different} verdicts differ.`,
    ),
  ];
}
