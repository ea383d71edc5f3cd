/** One line of the table: a measured amount and what is aimed at. */
export interface Row {
  what: string;
  value: number;
  unit: string;
  /** `≥` or `≤` and the amount aimed at, when there is one. */
  aim?: string;
  note?: string;
}

/** Measures one thing. Rows run one after the other, in the order of the list in `bench/core.ts`. */
export type Measure = () => Row[] | Promise<Row[]>;

/** Least time of several runs in milliseconds: what the work takes when nothing else is in the way. */
export function leastMilliseconds(runs: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
