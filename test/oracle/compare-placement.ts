import { prepareCheck } from '../../src/model/check/index.ts';
import { resolveOptions } from '../../src/model/options.ts';
import type { PlanClaim, Rule } from '../../src/model/plan.ts';
import { readQuestion } from '../../src/model/read-question.ts';
import { replicasOf } from '../../src/model/replicas.ts';
import { type PlacedReplica, type Snapshot, workloadKey } from '../../src/model/snapshot.ts';
import { type Random, random } from '../generate/random.ts';
import { type Arrival, expectedPlugins, expectedTerms } from './differences.ts';
import { drawCluster } from './draw-cluster.ts';
import type { Asked } from './program.ts';
import type { Report } from './report.ts';
import { type Copy, copiesOf, type Moment, type Mover, momentsOf } from './states.ts';
import { toKubernetes } from './to-kubernetes.ts';

/** The plugin of the default scheduler that a rule models. */
const PLUGINS = {
  'node-unschedulable': 'NodeUnschedulable',
  'taint-toleration': 'TaintToleration',
  'node-affinity': 'NodeAffinity',
  'node-ports': 'NodePorts',
  'transient-capacity': 'NodeResourcesFit',
  'topology-spread': 'PodTopologySpread',
  'pod-affinity': 'InterPodAffinity',
  'pod-anti-affinity': 'InterPodAffinity',
} as const satisfies Partial<Record<Rule, string>>;
export type ModelledRule = keyof typeof PLUGINS;
export const MODELLED = Object.keys(PLUGINS) as ModelledRule[];

type Check = ReturnType<typeof prepareCheck>;

/** What the program says of one moment: the plugin that the framework names, and all that refuse, each asked alone. */
interface Verdict {
  readonly first: string;
  readonly all: readonly string[];
  readonly messages: readonly string[];
}

/** A slot of a plan and what was carried out before it. */
interface DrawnSlot {
  readonly prefix: readonly Mover[];
  readonly movers: readonly Mover[];
}

/**
 * Slots of drawn plans on drawn clusters. Each moment of a slot at which a replica arrives is a state of the cluster; the checker judges
 * it as a slot of one move, the plugins as a pod to be scheduled. The slot as a whole holds when all of them are feasible.
 */
export function* placementQuestions(
  seed: number,
  clusters: number,
  one: Report,
  all: Report,
): Generator<Asked<Verdict[]>> {
  for (let i = 0; i < clusters; i++) {
    const draw = random(seed + i);
    const snapshot = drawCluster(draw);
    const read = readQuestion({ snapshot });
    if ('errors' in read)
      throw new Error(`seed ${seed + i} draws no valid snapshot: ${JSON.stringify(read)}`);
    const check = prepareCheck(snapshot, resolveOptions(snapshot, {}));
    const placed: Mover[] = movableOf(snapshot);
    const slots = Array.from({ length: 6 }, () => drawSlot(draw, snapshot, placed));
    const moments = slots.flatMap((slot) => momentsOf(slot.movers).map((moment) => ({ slot, moment })));
    const others = placed.filter(({ own }) => own !== undefined);
    const podOf = ({ workload, own }: Copy) =>
      own === undefined ? workload : snapshot.workloads.length + others.findIndex((one) => one.own === own);
    const states = moments.map(({ slot, moment }) => {
      const { workload, to } = slot.movers[moment.arriving];
      const copies = copiesAt(placed, slot, moment).map((copy) => [podOf(copy), copy.node]);
      return { copies, pod: workload, node: to };
    });
    const running = others.map(({ workload, own = {} }) => ({
      ...snapshot.workloads[workload],
      requests: own,
    }));
    yield {
      question: { kind: 'schedule', ...toKubernetes(snapshot, running), states },
      compare: (verdicts) => {
        const refusing = new Map(slots.map((slot) => [slot, new Set<string>()]));
        for (const [at, { slot, moment }] of moments.entries()) {
          const { workload, to } = slot.movers[moment.arriving];
          const theirs = verdicts[at];
          const copies = copiesAt(placed, slot, moment);
          const ours = judge(snapshot, check, placed, slot, moment, draw);
          const arrival = { snapshot, copies, workload, node: to };
          const { names, plugins } = expectedPlugins(arrival, theirs.all, pluginsOf(ours));
          const terms = termsOf(arrival, ours, theirs);
          for (const name of [...names, ...(terms.name ? [terms.name] : [])]) one.means(name);
          for (const plugin of plugins) refusing.get(slot)?.add(plugin);
          count(one, ours, theirs, moment);
          one.same(sameSets(pluginsOf(ours), plugins) && terms.isSame, () => ({
            seed: seed + i,
            ours,
            theirs,
            slot,
            moment,
            states: states[at],
            snapshot,
          }));
        }
        for (const slot of slots.filter(({ movers }) => movers.length > 1)) {
          const ours = judgeLast(check, planOf(slot.prefix, slot.movers));
          all.count(ours.length === 0 ? 'slots that hold in every order' : 'slots that do not');
          all.same(sameSets(pluginsOf(ours), refusing.get(slot) ?? new Set()), () => ({
            seed: seed + i,
            ours,
            theirs: [...(refusing.get(slot) ?? [])],
            slot,
            snapshot,
          }));
        }
      },
    };
  }
}

function count(report: Report, ours: readonly ModelledRule[], theirs: Verdict, moment: Moment): void {
  report.count('verdicts');
  if (theirs.all.length === 0) report.count('verdicts that are feasible');
  if (moment.progress.some((progress, i) => progress === 'under-way' && i !== moment.arriving))
    report.count('verdicts with another move under way');
  if (ours.length === 1 && theirs.all.length === 1)
    report.count(`verdicts in which ${ours[0]} alone refuses`);
}

/** Every replica as a mover that goes nowhere. */
function movableOf(snapshot: Snapshot): Mover[] {
  const nodeIndex = new Map(snapshot.nodes.map(({ name }, index) => [name, index]));
  return snapshot.workloads.flatMap((workload, w) =>
    replicasOf(workload).map(({ name, node }): Mover => {
      const at = nodeIndex.get(node) as number;
      const move = {
        workload: workloadKey(workload),
        replica: name,
        from: node,
        to: node,
        mode: 'surge' as const,
      };
      const own = (workload.replicas as PlacedReplica[]).find((replica) => replica.name === name)?.requests;
      return { workload: w, from: at, to: at, move, own };
    }),
  );
}

function drawSlot(draw: Random, { nodes }: Snapshot, placed: readonly Mover[]): DrawnSlot {
  const size = draw.pick([1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4]);
  const chosen = draw.shuffled(placed);
  const isRecreate = draw.chance(0.2);
  const moved = (mover: Mover): Mover => {
    const to = draw.pick([...nodes.keys()].filter((node) => node !== mover.from));
    const mode = isRecreate && draw.chance(0.7) ? 'recreate' : 'surge';
    return { ...mover, to, move: { ...mover.move, to: nodes[to].name, mode } };
  };
  return {
    movers: chosen.slice(0, size).map(moved),
    prefix: chosen.slice(size, size + draw.pick([0, 0, 1, 2])).map(moved),
  };
}

/** Everything that runs at a moment of the slot. */
function copiesAt(placed: readonly Mover[], { prefix, movers }: DrawnSlot, { progress }: Moment): Copy[] {
  const moving = new Set([...prefix, ...movers].map(({ move }) => `${move.workload} ${move.replica}`));
  return [
    ...placed
      .filter(({ move }) => !moving.has(`${move.workload} ${move.replica}`))
      .map(({ workload, from, own }) => ({ workload, node: from, own })),
    ...prefix.map(({ workload, to }) => ({ workload, node: to })),
    ...movers.flatMap((mover, i) => copiesOf(mover, progress[i])),
  ];
}

function planOf(...slots: readonly (readonly Mover[])[]): PlanClaim {
  return {
    slots: slots
      .filter((movers) => movers.length > 0)
      .map((movers) => ({ moves: movers.map(({ move }) => move) })),
  };
}

/**
 * The rules that the checker says the arrival breaks. What is done already is in earlier slots or, as it must be where another move
 * is under way, in a snapshot of that moment, in which every copy is a replica.
 */
function judge(
  snapshot: Snapshot,
  check: Check,
  placed: readonly Mover[],
  slot: DrawnSlot,
  moment: Moment,
  draw: Random,
): ModelledRule[] {
  const arriving = slot.movers[moment.arriving];
  const others = slot.movers
    .map((mover, i) => ({ mover, progress: moment.progress[i] }))
    .filter(({ mover }) => mover !== arriving);
  if (others.every(({ progress }) => progress !== 'under-way') && draw.chance(0.5)) {
    const done = others.filter(({ progress }) => progress === 'after').map(({ mover }) => mover);
    return judgeLast(check, planOf(slot.prefix, done, [arriving]));
  }
  const copies = copiesAt(placed, slot, {
    ...moment,
    progress: moment.progress.map((p, i) => (i === moment.arriving ? 'before' : p)),
  });
  const own = copies.findIndex(
    (copy) => copy.workload === arriving.workload && copy.node === arriving.from && copy.own === arriving.own,
  );
  const workloads = snapshot.workloads.map((workload, w) => ({
    ...workload,
    replicas: copies.flatMap(({ workload: of, node, own: requests }, c) => {
      const name = c === own ? 'arriving' : `copy-${c}`;
      return of === w ? [{ node: snapshot.nodes[node].name, name, ...(requests && { requests }) }] : [];
    }),
  }));
  const now = { ...snapshot, workloads };
  const plan = { slots: [{ moves: [{ ...arriving.move, replica: 'arriving' }] }] };
  return judgeLast(prepareCheck(now, resolveOptions(now, {})), plan);
}

/** The rules that the last slot of the plan breaks. */
function judgeLast(check: Check, plan: PlanClaim): ModelledRule[] {
  const last = check(plan).violations.filter(({ slot }) => slot === plan.slots.length);
  return MODELLED.filter((rule) => last.some((violation) => violation.rule === rule));
}

function pluginsOf(rules: readonly ModelledRule[]): Set<string> {
  return new Set(rules.map((rule) => PLUGINS[rule]));
}

function termsOf(arrival: Arrival, ours: readonly ModelledRule[], { all, messages }: Verdict) {
  const message = messages[all.indexOf('InterPodAffinity')];
  const [isAlone, isRefused] = [ours.includes('pod-affinity'), ours.includes('pod-anti-affinity')];
  return message === undefined ? { isSame: true } : expectedTerms(arrival, message, { isAlone, isRefused });
}

function sameSets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((member) => b.has(member));
}
