import { describe, expect, test } from 'vitest';
import type { PodAffinityTerm } from '../../../src/model/pod-scheduling.ts';
import type { Workload } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

/** n1 and n2 are in zone a, n3 in zone b, n4 in none. */
const ZONES: Record<string, Record<string, string>> = {
  n1: { zone: 'a' },
  n2: { zone: 'a' },
  n3: { zone: 'b' },
};
const nodes = nodesOf({ n1: {}, n2: {}, n3: {}, n4: {} }).map((node) => ({
  ...node,
  labels: ZONES[node.name] ?? {},
}));

const apart = (...terms: PodAffinityTerm[]): Pick<Workload, 'affinity'> => ({
  affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});
const about = (app: string, topologyKey = 'zone'): PodAffinityTerm => ({
  labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: [app] }] },
  topologyKey,
});
const labelled = (name: string, replicas: Record<string, number>, ...terms: PodAffinityTerm[]): Workload => ({
  ...workloadOf(name, {}, replicas),
  labels: { app: name },
  ...(terms.length > 0 && apart(...terms)),
});

describe('pod-anti-affinity', () => {
  const each = [labelled('web', { n1: 1, n3: 1 }, about('web', 'kubernetes.io/hostname'))];
  const zoned = [labelled('web', { n1: 1, n4: 1 }, about('web'))];
  const other = [labelled('web', { n3: 1 }), labelled('db', { n1: 1 }, about('web'))];
  test.each<[string, Workload[], string[][], string[]]>([
    ['holds on another node', each, [['web-0 n1>n2']], []],
    ['breaks on the same', each, [['web-0 n1>n3']], ['1: default/web n3 by 1']],
    ['two that arrive together break it', each, [['web-0 n1>n2', 'web-1 n3>n2']], ['1: default/web n2 by 1']],
    [
      'who leaves counts until the slot ends',
      each,
      [['web-0 n1>n3', 'web-1 n3>n2']],
      ['1: default/web n3 by 1'],
    ],
    ['and not after it', each, [['web-1 n3>n2'], ['web-0 n1>n3']], []],
    ['the own old copy counts', zoned, [['web-0 n1>n2']], ['1: default/web n2 by 1']],
    ['unless it goes first', zoned, [['web-0 n1>n2 recreate']], []],
    ['a node without the key is in no domain', zoned, [['web-0 n1>n4']], []],
    ['what runs refuses who arrives', other, [['web-0 n3>n2']], ['1: default/web n2 by 1']],
    [
      'who has the term arrives not beside whom it is about',
      other,
      [['db-0 n1>n3']],
      ['1: default/db n3 by 1'],
    ],
    [
      'who leaves by recreate may still be there',
      other,
      [['db-0 n1>n4 recreate', 'web-0 n3>n2']],
      ['1: default/web n2 by 1'],
    ],
    ['another zone', other, [['web-0 n3>n4', 'db-0 n1>n2']], []],
  ])('%s', (_, workloads, slots, expected) => {
    expect(broken('pod-anti-affinity', { nodes, workloads }, planOf(...slots))).toEqual(expected);
  });

  test('a wish is none: the twin of a required term', () => {
    const terms = [about('web', 'kubernetes.io/hostname')];
    const preferred = terms.map((podAffinityTerm) => ({ weight: 1, podAffinityTerm }));
    const wish = {
      ...workloadOf('web', {}, { n1: 1, n3: 1 }),
      labels: { app: 'web' },
      affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
    };
    expect(broken('pod-anti-affinity', { nodes, workloads: [wish] }, planOf(['web-0 n1>n3']))).toEqual([]);
  });

  test('what breaks it already stays', () => {
    const workloads = [labelled('web', { n1: 2 }, about('web'))];
    expect(broken('pod-anti-affinity', { nodes, workloads }, planOf(['web-0 n1>n3']))).toEqual([]);
  });
});
