import type { Snapshot } from '../model/snapshot.ts';
import type { WorkloadParameters } from './parameters.ts';
import type { Random } from './random.ts';

type Latency = NonNullable<Snapshot['latency']>;

/** Symmetric and uniform between every two locations. */
export function drawLatency(draw: Random, { locations, delayMicroseconds }: WorkloadParameters): Latency {
  const pairs: Latency['pairs'] = [];
  for (let from = 1; from <= locations; from++) {
    for (let to = from + 1; to <= locations; to++) {
      pairs.push({
        from: `location-${from}`,
        to: `location-${to}`,
        microseconds: draw.int(...delayMicroseconds),
      });
    }
  }
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
