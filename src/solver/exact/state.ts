import { addPattern, type Pattern, type Pool } from './relax.ts';
import type { Branch, Tree } from './tree.ts';

/** All that a later step needs, as plain JSON. */
export interface Saved {
  started: boolean;
  searches: boolean;
  schedule: number[];
  /** Patterns of each kind of plan, in the order in which they were found: [bin, items, early, …items, …early, …leaving]. */
  patterns: number[][][];
  open: Branch[];
  /** −1: none. */
  given: number;
  apart: readonly Branch[];
  nextId: number;
  visited: number;
  latencyBinds: boolean;
  /** Counted steps so far. */
  steps: number;
  /** No plan has a lower weighted value, says the search that goes first. */
  floor: number;
  /** Where moves and slots weigh nothing: the bound of the search that is over, once fewer of them are looked for. */
  settled?: Settled;
}

export interface Settled {
  /** No plan has a lower weighted value. */
  bound: number;
  /** Counted steps at which to stop. */
  until: number;
}

export function encode(saved: Saved): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(saved));
}

/** Only ever given what `encode` made. */
export function decode(state: Uint8Array): Saved {
  return JSON.parse(new TextDecoder().decode(state)) as Saved;
}

export function restorePattern(pool: Pool, [bin, items, early, ...rest]: readonly number[]): void {
  addPattern(pool, bin, {
    items: rest.slice(0, items),
    early: rest.slice(items, items + early),
    leaving: rest.slice(items + early),
  });
}

export function toSaved(
  tree: Tree,
  { steps, floor, settled }: { steps: number; floor: number; settled: Settled | undefined },
): Saved {
  return {
    steps,
    floor,
    ...(settled && { settled }),
    started: true,
    searches: true,
    schedule: Array.from(tree.best.schedule),
    patterns: tree.pools.map(({ patterns }) =>
      patterns.map(({ bin, items, early, leaving }: Pattern) => [
        bin,
        items.length,
        early.length,
        ...items,
        ...early,
        ...leaving,
      ]),
    ),
    open: tree.open,
    given: Number.isFinite(tree.given) ? tree.given : -1,
    apart: tree.apart,
    nextId: tree.nextId,
    visited: tree.visited,
    latencyBinds: tree.latencyBinds,
  };
}
