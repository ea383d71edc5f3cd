import type { Move } from '../../src/model/plan.ts';
import type { Workload } from '../../src/model/snapshot.ts';

/** A copy of a workload's replica on a node, by positions in the snapshot. */
export interface Copy {
  readonly workload: number;
  readonly node: number;
  /** What it requests where it is other than what its workload says: it runs since the template was another one. */
  readonly own?: Workload['requests'] | undefined;
}

/** A replica that moves in the slot. */
export interface Mover {
  readonly workload: number;
  readonly from: number;
  readonly to: number;
  readonly move: Move;
  /** Of the old copy. */
  readonly own?: Workload['requests'] | undefined;
}

/** How far a move is. A surge mover has both copies while it is under way, a recreate mover has none. */
export type Progress = 'before' | 'under-way' | 'after';

/** One moment in the middle of a slot: what runs just when a replica arrives. */
export interface Moment {
  /** Position of the arriving mover. */
  readonly arriving: number;
  /** How far each mover is; the arriving one is `before` with surge, `under-way` with recreate. */
  readonly progress: readonly Progress[];
}

/** Every moment of a slot at which one of its replicas arrives, in every order of the moves. */
export function momentsOf(movers: readonly Mover[]): Moment[] {
  return movers.flatMap(({ move }, arriving) => {
    const own: Progress = move.mode === 'recreate' ? 'under-way' : 'before';
    let found: Progress[][] = [[]];
    for (const i of movers.keys()) {
      const choices: Progress[] = i === arriving ? [own] : ['before', 'under-way', 'after'];
      found = found.flatMap((known) => choices.map((choice) => [...known, choice]));
    }
    return found.map((progress) => ({ arriving, progress }));
  });
}

export function copiesOf({ workload, from, to, own, move }: Mover, progress: Progress): Copy[] {
  const [old, fresh] = [
    { workload, node: from, own },
    { workload, node: to },
  ];
  if (progress === 'before') return [old];
  if (progress === 'after') return [fresh];
  return move.mode === 'recreate' ? [] : [old, fresh];
}
