import type { ResolvedOptions } from '../../src/model/options.ts';
import type { Move, PlanClaim } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import type { Random } from '../generate/random.ts';
import { listReplicas } from './copies.ts';

/** What is mutated: a plan and the limits it is checked against. */
export interface Subject {
  options: ResolvedOptions;
  plan: PlanClaim;
}

/**
 * One change of a plan that held. `sides` says what can come of it: `both`, or only one, and then why.
 * A mutation that does not apply gives undefined.
 */
export interface Mutation {
  sides: 'both' | 'breaks' | 'holds';
  apply(draw: Random, subject: Subject, snapshot: Snapshot): Subject | undefined;
}

type Slots = PlanClaim['slots'];

/** Changes the list of moves per slot; claims of slots that stay stay with them. */
function ofMoves(
  change: (draw: Random, slots: Slots, snapshot: Snapshot) => Slots | undefined,
): Mutation['apply'] {
  return (draw, { options, plan }, snapshot) => {
    const slots = change(draw, structuredClone(plan.slots), snapshot);
    return slots && { options, plan: { ...plan, slots } };
  };
}

/** Changes one random move. */
function ofOneMove(
  change: (draw: Random, move: Move, snapshot: Snapshot) => Partial<Move> | undefined,
): Mutation['apply'] {
  return ofMoves((draw, slots, snapshot) => {
    if (slots.length === 0) return undefined;
    const moves = draw.pick(slots).moves;
    const index = draw.int(0, moves.length - 1);
    const changed = change(draw, moves[index], snapshot);
    moves[index] = { ...moves[index], ...changed };
    return changed && slots;
  });
}

/** Takes a random move out. */
function take(draw: Random, slots: Slots): { move: Move; slot: number } {
  const slot = draw.int(0, slots.length - 1);
  const [move] = slots[slot].moves.splice(draw.int(0, slots[slot].moves.length - 1), 1);
  return { move, slot };
}

export const MUTATIONS: Record<string, Mutation> = {
  'drop a move': {
    sides: 'both',
    apply: ofMoves((draw, slots) => {
      if (slots.length === 0) return undefined;
      take(draw, slots);
      return slots.filter(({ moves }) => moves.length > 0);
    }),
  },
  'put a move into another slot': {
    sides: 'both',
    apply: ofMoves((draw, slots) => {
      if (slots.length < 2) return undefined;
      const { move, slot } = take(draw, slots);
      draw.pick(slots.filter((_, i) => i !== slot)).moves.push(move);
      return slots.filter(({ moves }) => moves.length > 0);
    }),
  },
  'swap two slots': {
    sides: 'both',
    apply: ofMoves((draw, slots) => {
      if (slots.length < 2) return undefined;
      const i = draw.int(0, slots.length - 2);
      return [...slots.slice(0, i), slots[i + 1], slots[i], ...slots.slice(i + 2)];
    }),
  },
  'merge two slots': {
    sides: 'both',
    apply: ofMoves((draw, slots) => {
      if (slots.length < 2) return undefined;
      const i = draw.int(0, slots.length - 2);
      slots[i].moves.push(...slots[i + 1].moves);
      return slots.filter((_, j) => j !== i + 1);
    }),
  },
  'split a slot': {
    sides: 'both',
    apply: ofMoves((draw, slots) => {
      const i = slots.findIndex(({ moves }) => moves.length > 1);
      if (i < 0) return undefined;
      const moves = draw.shuffled(slots[i].moves);
      const cut = draw.int(1, moves.length - 1);
      return [
        ...slots.slice(0, i),
        { moves: moves.slice(0, cut) },
        { moves: moves.slice(cut) },
        ...slots.slice(i + 1),
      ];
    }),
  },
  'insert an empty slot': {
    // A slot without moves is never right (rule contiguous).
    sides: 'breaks',
    apply: ofMoves((draw, slots) => {
      const i = draw.int(0, slots.length);
      return [...slots.slice(0, i), { moves: [] }, ...slots.slice(i)];
    }),
  },
  'reorder the moves of a slot': {
    // The moves of a slot run together, so their order says nothing.
    sides: 'holds',
    apply: ofMoves((draw, slots) => {
      const slot = slots.find(({ moves }) => moves.length > 1);
      if (!slot) return undefined;
      slot.moves = draw.shuffled(slot.moves);
      return slots;
    }),
  },
  'send a move elsewhere': {
    sides: 'both',
    apply: ofOneMove((draw, { to }, { nodes }) => {
      const others = nodes.filter(({ name }) => name !== to);
      return others.length > 0 ? { to: draw.pick(others).name } : undefined;
    }),
  },
  'send a move to an unknown node': {
    // The target must be a node of the snapshot (rule moved).
    sides: 'breaks',
    apply: ofOneMove(() => ({ to: 'nowhere' })),
  },
  'change where a move starts': {
    // A replica is on one node only (rule moved).
    sides: 'breaks',
    apply: ofOneMove((draw, { from }, { nodes }) => ({
      from: draw.pick(nodes.filter(({ name }) => name !== from)).name,
    })),
  },
  'move another replica of the workload': {
    sides: 'both',
    apply: ofOneMove((draw, { replica }) => {
      const number = /\d+$/.exec(replica);
      return number
        ? { replica: replica.replace(/\d+$/, `${(Number(number[0]) + draw.int(1, 2)) % 3}`) }
        : undefined;
    }),
  },
  'move a replica of an unknown workload': {
    // There is no such replica (rule moved).
    sides: 'breaks',
    apply: ofOneMove(() => ({ workload: 'default/nobody' })),
  },
  'change the mode': {
    // The workload says how its replicas move (rule surge).
    sides: 'breaks',
    apply: ofOneMove((_, { mode }) => ({ mode: mode === 'surge' ? 'recreate' : 'surge' })),
  },
  'duplicate a move': {
    // In its own slot it moves a replica twice (rule one-move), later it moves it to where it is (rule moved).
    sides: 'breaks',
    apply: ofMoves((draw, slots) => {
      if (slots.length === 0) return undefined;
      draw.pick(slots).moves.push({ ...draw.pick(draw.pick(slots).moves) });
      return slots;
    }),
  },
  'move a replica on': {
    // Where it goes on from may be right, but it moves twice (rule one-move).
    sides: 'breaks',
    apply: ofMoves((draw, slots, { nodes }) => {
      if (slots.length === 0) return undefined;
      const { workload, replica, to, mode } = draw.pick(draw.pick(slots).moves);
      return [...slots, { moves: [{ workload, replica, from: to, to: draw.pick(nodes).name, mode }] }];
    }),
  },
  'move one more replica': {
    sides: 'both',
    apply: ofMoves((draw, slots, snapshot) => {
      const { workload, name, origin, mode } = draw.pick(listReplicas(snapshot));
      if (
        slots.some(({ moves }) => moves.some((move) => move.workload === workload && move.replica === name))
      )
        return undefined;
      const move: Move = {
        workload,
        replica: name,
        from: origin,
        to: draw.pick(snapshot.nodes).name,
        mode,
      };
      if (slots.length === 0 || draw.chance(0.5)) return [...slots, { moves: [move] }];
      draw.pick(slots).moves.push(move);
      return slots;
    }),
  },
  'lower maxSlots': {
    sides: 'both',
    apply: (draw, { options, plan }) =>
      limited(plan, { ...options, maxSlots: Math.max(0, plan.slots.length - draw.int(0, 2)) }),
  },
  'lower maxMoves': {
    sides: 'both',
    apply: (draw, { options, plan }) => {
      const moves = plan.slots.reduce((sum, slot) => sum + slot.moves.length, 0);
      return limited(plan, { ...options, maxMoves: Math.max(0, moves - draw.int(0, 2)) });
    },
  },
  'allow less downtime': {
    sides: 'both',
    apply: (draw, { options, plan }) => {
      const { maxDowntime, allowRecreate } = options;
      if (!allowRecreate || maxDowntime === 0) return undefined;
      if (draw.chance(0.3)) return limited(plan, { ...options, allowRecreate: false, maxDowntime: 0 });
      return limited(plan, { ...options, maxDowntime: maxDowntime - draw.int(0, maxDowntime) });
    },
  },
  'set a budget': {
    sides: 'both',
    apply: (draw, { options, plan }) => {
      const budget = draw.pick(['nodesPerSlot', 'replicasPerSlot', 'workloadPerSlot'] as const);
      const budgets = { ...options.budgets, [budget]: draw.int(0, 2) };
      return limited(plan, { ...options, budgets });
    },
  },
  'ask for headroom, a pool or a saving': {
    sides: 'both',
    apply: (draw, { options, plan }) => {
      const drain = options.drain !== undefined;
      return draw.pick([
        () => limited(plan, { ...options, headroom: { cpu: draw.pick(['10%', '40%', '500m']) } }),
        () => {
          const pool = { name: 'pool', selector: {}, minimum: draw.int(1, 3) };
          return limited(plan, { ...options, pools: [pool] });
        },
        () => {
          const minimumSaving = { [draw.pick(['plan', 'perMove'])]: draw.pick(['0.1', '0.5', '2']) };
          return drain ? undefined : limited(plan, { ...options, minimumSaving });
        },
      ])();
    },
  },
  'judge latency at another time': {
    sides: 'both',
    apply: (draw, { options, plan }) =>
      limited(plan, {
        ...options,
        latencyIn: draw.pick(
          (['end', 'slots', 'copies'] as const).filter((mode) => mode !== options.latencyIn),
        ),
      }),
  },
};

function limited(plan: PlanClaim, options: ResolvedOptions): Subject {
  return { options, plan: plan.options ? { ...plan, options } : plan };
}
