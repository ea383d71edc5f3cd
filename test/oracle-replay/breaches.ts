import type { ResolvedOptions } from '../../src/model/options.ts';
import type { PlanClaim, Rule } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { type Add, choiceBreaches, endBreaches, headroomBreaches, spotBreaches } from './choices.ts';
import { claimBreaches } from './claimed.ts';
import {
  allocatableOf,
  type Copy,
  type Deployed,
  listReplicas,
  milli,
  opened,
  type Replica,
  replaySlots,
  type SlotReplay,
  standing,
  useOf,
} from './copies.ts';
import { curveBreaches } from './curve.ts';
import { namespaceBreaches } from './namespaces.ts';
import { podBreaches } from './pods.ts';
import { callExcess, limitedCalls } from './reach.ts';
import { collide, isSelected, isTolerated } from './selection.ts';
import { volumeBreaches } from './volumes.ts';

/** A broken rule as text: rule, slot, subject and excess; for `claims` the rule and slot alone. */
export type Breach = string;

/** Which rules a plan breaks, says the second replay. */
export function breaches(given: Snapshot, options: ResolvedOptions, plan: PlanClaim): Set<Breach> {
  const snapshot = opened(given, options);
  const replicas = listReplicas(snapshot);
  const deployed: Deployed = { snapshot, options, replicas, slots: replaySlots(snapshot, replicas, plan) };
  const found = new Set<Breach>();
  const add = (rule: Rule, slot: number, subject: string, excess: bigint | number | string = 1) =>
    found.add(`${rule} in ${slot}: ${subject} by ${excess}`);
  perMove(deployed, add);
  perPlan(deployed, add);
  choiceBreaches(deployed, add);
  spotBreaches(deployed, add);
  headroomBreaches(deployed, add);
  endBreaches(deployed, add);
  capacity(deployed, add);
  namespaceBreaches(deployed, add);
  volumeBreaches(deployed, add);
  latency(deployed, add);
  podBreaches(deployed, add);
  for (const slot of claimBreaches(deployed, plan)) found.add(`claims in ${slot}`);
  const holds = (part: PlanClaim) => breaches(given, options, part).size === 0;
  for (const point of curveBreaches(deployed, plan, holds)) add('saving-curve', 0, `/savingCurve/${point}`);
  return found;
}

function perMove({ snapshot, options, replicas, slots }: Deployed, add: Add): void {
  const host = new Set(replicas.map(({ origin }) => origin));
  for (const [i, { moves, happened, before, copies }] of slots.entries()) {
    for (const { workload, replica: name, from, to, mode } of moves) {
      const replica = replicas.find(
        (candidate) => candidate.workload === workload && candidate.name === name,
      );
      const at = replica && before.get(replica);
      const known = snapshot.nodes.some((node) => node.name === to);
      if (at === undefined || at !== from || !known || to === at) add('moved', i + 1, `${workload} ${name}`);
      if (mode !== (replica?.mode ?? mode) || (mode === 'recreate' && !options.allowRecreate))
        add('surge', i + 1, `${workload} ${name}`);
    }
    for (const { move, replica } of happened) {
      if (!replica.movable) add('movable', i + 1, `${replica.workload} ${replica.name}`);
      const target = snapshot.nodes.find(({ name }) => name === move.to);
      if (target?.pricePerHour === undefined && !host.has(move.to)) add('priced-target', i + 1, move.to);
      const source = snapshot.nodes.find(({ name }) => name === before.get(replica));
      for (const end of [source, target]) if (end?.ready === false) add('node-not-ready', i + 1, end.name);
      for (const name of new Set([before.get(replica), move.to]))
        if (name !== undefined && options.exclude.nodes.includes(name)) add('excluded', i + 1, name);
      if (options.exclude.workloads.includes(replica.workload)) add('excluded', i + 1, replica.workload);
      if (!target) continue;
      const rivals = copies.filter(
        (copy) => copy.node === move.to && collide(replica.selection, copy.replica.selection),
      );
      // One of them is the replica itself.
      const others = rivals.length - (collide(replica.selection, replica.selection) ? 1 : 0);
      if (others > 0) add('node-ports', i + 1, `${replica.workload} ${move.to}`, others);
      if (target.unschedulable) add('node-unschedulable', i + 1, move.to);
      if (!isSelected(replica.selection, target))
        add('node-affinity', i + 1, `${replica.workload} ${move.to}`);
      if (!isTolerated(replica.selection, target))
        add('taint-toleration', i + 1, `${replica.workload} ${move.to}`);
    }
  }
}

function perPlan({ options, replicas, slots }: Deployed, add: Add): void {
  if (slots.length > options.maxSlots) add('slot-used', 0, 'maxSlots', slots.length - options.maxSlots);
  const all = slots.flatMap((slot) => slot.moves);
  const down = all.filter(({ mode }) => mode === 'recreate').length;
  if (options.allowRecreate && down > options.maxDowntime)
    add('max-downtime', 0, 'maxDowntime', down - options.maxDowntime);
  const moves = all.length;
  if (moves > options.maxMoves) add('max-moves', 0, 'maxMoves', moves - options.maxMoves);
  for (const [i, slot] of slots.entries()) if (slot.moves.length === 0) add('contiguous', i + 1, 'moves');
  for (const replica of replicas) {
    const when = slots.flatMap(({ happened }, i) =>
      happened.filter((entry) => entry.replica === replica).map(() => i + 1),
    );
    if (when.length > 1) add('one-move', when[1], `${replica.workload} ${replica.name}`, when.length - 1);
  }
}

function capacity({ snapshot, replicas, slots }: Deployed, add: Add): void {
  const resources = new Set(
    replicas.flatMap(({ requests, running }) => [...requests.keys(), ...running.keys()]),
  );
  for (const { name: node } of snapshot.nodes) {
    for (const resource of resources) {
      const limit = allocatableOf(snapshot, node, resource);
      if (limit === undefined) continue;
      const arrives = ({ happened }: SlotReplay) =>
        happened.some(({ move, replica }) => move.to === node && (replica.requests.get(resource) ?? 0n) > 0n);
      const check = (rule: Rule, slot: number, copies: Copy[]) => {
        const over = useOf(snapshot, copies, node, resource) - limit;
        if (over > 0n) add(rule, slot, `${node} ${resource}`, resource === 'cpu' ? milli(over) : over);
      };
      for (const [i, slot] of slots.entries())
        if (arrives(slot)) check('transient-capacity', i + 1, slot.copies);
      const last = slots.at(-1);
      if (last && slots.some(arrives))
        check('node-capacity', slots.length, standing(last.after, last.started));
    }
  }
}

function latency({ snapshot, options: { latencyIn }, replicas, slots }: Deployed, add: Add): void {
  for (const limited of limitedCalls(snapshot, replicas)) {
    const mine = (copies: readonly Copy[], list: readonly Replica[]) =>
      copies.filter(({ replica }) => list.includes(replica));
    const check = (slot: number, from: readonly Copy[], to: readonly Copy[], changed: Iterable<Replica>) => {
      const [callers, callees] = [mine(from, limited.callers), mine(to, limited.callees)];
      const excess = callExcess(snapshot, limited, callers, callees, new Set(changed));
      if (excess !== 0) add('latency', slot, limited.name, excess);
    };
    const last = slots.at(-1);
    if (latencyIn === 'end' && last)
      check(slots.length, standing(last.after), standing(last.after), replicas);
    for (const [i, { happened, copies, after }] of slots.entries()) {
      const changed = happened.map(({ replica }) => replica);
      if (latencyIn === 'slots') check(i + 1, standing(after), standing(after), changed);
      if (latencyIn === 'copies') {
        const resting = copies.filter(({ kind, leaving }) => kind === 'old' && leaving === undefined);
        check(i + 1, copies, limited.call.reach === 'nearest' ? resting : copies, changed);
      }
    }
  }
}
