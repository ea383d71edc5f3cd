import { LATENCY_MODES, type Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { drawnChoices } from './choices.ts';
import { withKindRules } from './kind-rules.ts';
import { withNodeRules } from './node-rules.ts';
import { withPodRules } from './pod-rules.ts';

/** Every rule about nodes, pods and kinds of workloads, some of them left out so that not everything is stuck. */
export function mixedSnapshot(snapshot: Snapshot, seed: number): Snapshot {
  const nodes = seed % 4 === 0 ? withNodeRules(snapshot, seed) : snapshot;
  const kinds = seed % 3 === 0 ? withKindRules(nodes, seed) : nodes;
  return seed % 2 === 0 ? withPodRules(kinds, seed) : kinds;
}

export function mixedOptions(snapshot: Snapshot, seed: number): Options {
  return {
    latencyIn: LATENCY_MODES[seed % LATENCY_MODES.length],
    objective: seed % 4 === 0 ? { kind: 'lexicographic' } : { kind: 'weighted' },
    keepSpread: seed % 7 < 4,
    ...(seed % 3 === 0 && { allowRecreate: true }),
    ...(seed % 9 === 0 && { maxDowntime: 2 }),
    ...(seed % 4 < 2 && drawnChoices(snapshot, seed)),
    savingCurve: seed % 10 === 0,
  };
}
