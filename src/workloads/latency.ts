import type { Snapshot } from '../model/snapshot.ts';
import { locationNames } from './nodes.ts';
import type { WorkloadParameters } from './parameters.ts';
import type { Random } from './random.ts';

type Latency = NonNullable<Snapshot['latency']>;

/** Symmetric and uniform between every two locations. */
export function drawLatency(draw: Random, parameters: WorkloadParameters): Latency {
  const names = locationNames(parameters);
  const pairs = names.flatMap((from, i) =>
    names.slice(i + 1).map((to) => ({ from, to, microseconds: draw.int(...parameters.delayMicroseconds) })),
  );
  return { symmetric: true, pairs };
}

/** Microseconds between two locations, either way. */
export function latencyBetween({ pairs }: Latency): (g: string, h: string) => number {
  const known = new Map(
    pairs.flatMap(({ from, to, microseconds }) => [
      [`${from} ${to}`, microseconds],
      [`${to} ${from}`, microseconds],
    ]),
  );
  return (g, h) => known.get(`${g} ${h}`) ?? 0;
}
