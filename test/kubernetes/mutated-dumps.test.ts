import { expect, test } from 'vitest';
import { clusterObjects, clusterPrices } from '../../scripts/examples/cluster.ts';
import { readSnapshotRequest } from '../../src/api/snapshot-request.ts';
import { countReplicas } from '../../src/model/placement.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { type Random, random } from '../generate/random.ts';

/** Every value inside, with what holds it. */
function placesIn(value: unknown, places: [Record<string | number, unknown>, string | number][] = []) {
  if (typeof value !== 'object' || value === null) return places;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const holder = value as Record<string | number, unknown>;
    places.push([holder, key]);
    placesIn(holder[key], places);
  }
  return places;
}

const STRANGE = [
  null,
  true,
  -1,
  1.5,
  2 ** 53,
  0,
  '',
  'x y',
  '-5',
  '1e3',
  'n1',
  'constructor',
  '9'.repeat(70),
  [],
  {},
  [[]],
  [null, {}],
  { a: { b: [] } },
  'Node',
  '50%',
];

function mutate(draw: Random, objects: object): void {
  const places = placesIn(objects);
  const [holder, key] = draw.pick(places);
  const [other, otherKey] = draw.pick(places);
  const kind = draw.int(0, 4);
  if (kind === 0 && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind === 0) delete holder[key];
  else if (kind === 1) holder[draw.pick(['extra', 'name', 'kind', 'spec', '0'])] = draw.pick(STRANGE);
  else if (kind === 2) holder[key] = structuredClone(other[otherKey]);
  else holder[key] = structuredClone(draw.pick(STRANGE));
}

/** Some of everything in the example on a few of its nodes: small enough to be mutated thousands of times. */
function sample(): { items: object[] } {
  const { items } = clusterObjects() as {
    items: { kind: string; metadata: { namespace?: string; name: string }; spec?: { nodeName?: string } }[];
  };
  const some = ['billing', 'kube-system', 'batch'];
  const nodes = new Set(['general-a-1', 'memory-a-1']);
  return {
    items: items.filter(({ kind, metadata, spec }) => {
      if (kind === 'Node' || kind === 'CSINode') return nodes.has(metadata.name);
      if (spec?.nodeName !== undefined && !nodes.has(spec.nodeName)) return false;
      return metadata.namespace === undefined || some.includes(metadata.namespace);
    }),
  };
}

interface PodLike {
  apiVersion: string;
  kind: string;
  metadata: {
    deletionTimestamp?: unknown;
    annotations?: Record<string, unknown>;
    ownerReferences?: { apiVersion: string; kind: string; controller?: unknown }[];
  };
  spec: { nodeName?: string };
  status?: { phase?: unknown };
}

/** By itself what `src/kubernetes/` should take for a replica: runs on a node that is there, and does not come and go with it. */
function isHosted(
  { apiVersion, kind, metadata, spec, status }: PodLike,
  nodes: ReadonlySet<string>,
): boolean {
  if (kind !== 'Pod' || apiVersion.includes('/') || !nodes.has(spec.nodeName ?? '')) return false;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return false;
  if ((metadata.deletionTimestamp ?? null) !== null) return false;
  const owners = (metadata.ownerReferences ?? []).filter(({ controller }) => controller === true);
  const isDaemon =
    owners.length === 1 && owners[0].kind === 'DaemonSet' && owners[0].apiVersion.split('/')[0] === 'apps';
  return !isDaemon && (metadata.annotations?.['kubernetes.io/config.mirror'] ?? null) === null;
}

const MUTATIONS = process.env['RESTOW_LONG'] ? 50_000 : 2_000;

test(`${MUTATIONS} mutated dumps are answered or refused, and answers are snapshots`, () => {
  const whole = sample();
  const prices = clusterPrices();
  let answered = 0;
  let refused = 0;
  for (let seed = 0; seed < MUTATIONS; seed++) {
    const draw = random(seed);
    const objects = structuredClone(whole);
    for (let k = draw.int(1, 4); k > 0; k--) mutate(draw, objects);
    const answer = readSnapshotRequest({ objects, prices });
    if ('errors' in answer) {
      refused++;
      expect(answer.total, `seed ${seed}`).toBeGreaterThan(0);
      for (const { pointer, message } of answer.errors)
        expect([pointer.startsWith('/objects'), message.length > 0], `seed ${seed}`).toEqual([true, true]);
      continue;
    }
    answered++;
    const { snapshot } = answer;
    expect(readSnapshot(snapshot), `seed ${seed}`).toEqual({ snapshot });
    const replicas = snapshot.workloads.reduce((sum, workload) => sum + countReplicas(workload), 0);
    const nodes = new Set(snapshot.nodes.map(({ name }) => name));
    expect(replicas, `seed ${seed}`).toBe(
      (objects.items as PodLike[]).filter((item) => isHosted(item, nodes)).length,
    );
  }
  expect(answered).toBeGreaterThan(MUTATIONS / 5);
  expect(refused).toBeGreaterThan(MUTATIONS / 10);
}, 300_000);
