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

/**
 * Least processor time of several runs in milliseconds, all threads counted. Not time on the wall: that measures what
 * else the machine does.
 */
export function leastMilliseconds(runs: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
