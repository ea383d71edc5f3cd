import { describe, expect, test } from 'vitest';
import { controller, deployment, list, node, pod, reasonsOf, warningsOf } from './objects.ts';
import { planned } from './planned.ts';

type Json = Record<string, unknown>;
const zone = (name: string, zone: string) => node(name, {}, { labels: { zone } });
const nodes = [zone('n1', 'a'), zone('n2', 'b'), zone('n3', 'a')];
const web = (volume: Json = { persistentVolumeClaim: { claimName: 'c' } }) =>
  deployment('web', ['n1'], {
    spec: {
      containers: [{ name: 'm', resources: { requests: { cpu: '1' } } }],
      nodeName: 'n1',
      volumes: [{ name: 'v', ...volume }],
    },
  });

const claim = (mode: string, more: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'c', namespace: 'shop' },
  spec: { accessModes: [mode], volumeName: 'pv' },
  status: { phase: 'Bound' },
  ...more,
});
const volume = (source: Json, zones?: string[]) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pv' },
  spec: {
    ...source,
    ...(zones && {
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: zones }] }],
        },
      },
    }),
  },
  status: { phase: 'Bound' },
});
const driver = (node: string, more: Json = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSINode',
  metadata: { name: node },
  spec: { drivers: [{ name: 'd', nodeID: node, ...more }] },
});
const drivers = (more: Json = {}) => ['n1', 'n2', 'n3'].map((name) => driver(name, more));
const csi = { csi: { driver: 'd' } };

async function outcome(...objects: Parameters<typeof list>) {
  const { moves, answer } = await planned(list(nodes, ...objects));
  return moves.length > 0 ? moves : reasonsOf(answer, 'shop/web');
}

describe('a claim', () => {
  test('of one node at a time moves by recreate alone; one that many may have moves', async () => {
    for (const mode of ['ReadWriteOnce', 'ReadWriteOncePod']) {
      const objects = list(nodes, web(), claim(mode), volume({ nfs: {} }));
      expect((await planned(objects)).moves).toEqual([]);
      expect((await planned(objects, undefined, { allowRecreate: true })).moves).toHaveLength(1);
    }
    for (const mode of ['ReadWriteMany', 'ReadOnlyMany'])
      expect(await outcome(web(), claim(mode), volume({ nfs: {} }))).toEqual(['shop/web-0 n1>n2']);
  });

  test('goes only where its volume can be', async () => {
    expect(await outcome(web(), claim('ReadWriteMany'), volume({ nfs: {} }, ['a']))).toEqual([
      'shop/web-0 n1>n3',
    ]);
    expect(await outcome(web(), claim('ReadWriteMany'), volume({ nfs: {} }, ['b']))).toEqual([
      'shop/web-0 n1>n2',
    ]);
    const { moves } = await planned(
      list(zone('n1', 'a'), zone('n2', 'b'), web(), claim('ReadWriteMany'), volume({ nfs: {} }, ['a'])),
    );
    expect(moves).toEqual([]);
  });

  test('that is not there, not bound, or whose volume is not there, stays', async () => {
    expect(await outcome(web())).toEqual(['volume-unknown']);
    expect(await outcome(web(), claim('ReadWriteMany'))).toEqual(['volume-unknown']);
    const unbound = claim('ReadWriteMany', { status: { phase: 'Pending' } });
    expect(await outcome(web(), unbound, volume({ nfs: {} }))).toEqual(['volume-unknown']);
  });

  test('with a driver goes where the driver is, and where its limit has room', async () => {
    const shared = [web(), claim('ReadWriteMany'), volume(csi)];
    const limited = (...counts: number[]) =>
      counts.map((count, i) => driver(`n${i + 1}`, { allocatable: { count } }));
    expect(await outcome(...shared, drivers())).toEqual(['shop/web-0 n1>n2']);
    expect(await outcome(...shared, limited(26, 26, 26))).toEqual(['shop/web-0 n1>n2']);
    expect(await outcome(...shared, limited(26, 0, 1))).toEqual(['shop/web-0 n1>n3']);
    expect(await outcome(...shared, [driver('n1'), driver('n3')])).toEqual(['shop/web-0 n1>n3']);
    expect(await outcome(...shared, limited(1, 0, 0))).toEqual([]);
    // It runs where the driver is not said to be.
    expect(await outcome(...shared, drivers().slice(1))).toEqual(['volume-driver']);
    expect(await outcome(...shared)).toEqual(['volume-driver']);
  });

  test('of a pod that is no replica takes room of the limit', async () => {
    const agent = (on: string) =>
      pod('agent-x', on, {
        spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
        metadata: controller('apps/v1', 'DaemonSet', 'agent'),
      });
    const limit = { allocatable: { count: 1 } };
    const shared = [web(), claim('ReadWriteMany'), volume(csi), drivers(limit)];
    expect(await outcome(...shared, agent('n2'))).toEqual(['shop/web-0 n1>n3']);
    expect(await outcome(...shared, agent('n3'))).toEqual(['shop/web-0 n1>n2']);
  });

  test('of an unknown kind of volume stays', async () => {
    expect(await outcome(web(), claim('ReadWriteMany'), volume({ gcePersistentDisk: {} }))).toEqual([
      'volume-other',
    ]);
  });
});

test('a node keeps the local volumes that are bound, with a pod or without', async () => {
  const local = { ...volume({ local: { path: '/x' } }, ['a']) };
  const { moves, answer } = await planned(list(nodes, web({ emptyDir: {} }), local));
  expect(moves).toEqual([]);
  expect(reasonsOf(answer, 'shop/web')).toEqual(['node-kept']);
  expect(warningsOf(answer, 'bound-volume')).toHaveLength(2);
  expect(await outcome(web({ emptyDir: {} }), { ...local, status: { phase: 'Released' } })).toHaveLength(1);
});

test('an emptyDir is lost with a warning; in memory nothing was kept', async () => {
  const warned = async (volume: Json, annotations?: Json) => {
    const [, , pod] = web(volume);
    const metadata = { ...(pod?.['metadata'] as Json), annotations };
    const { moves, answer } = await planned(list(nodes, web(volume).slice(0, 2), { ...pod, metadata }));
    expect(moves).toHaveLength(1);
    return warningsOf(answer, 'empty-dir').length;
  };
  expect(await warned({ emptyDir: {} })).toBe(1);
  expect(await warned({ emptyDir: { medium: 'Memory' } })).toBe(0);
  expect(
    await warned({ emptyDir: {} }, { 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': 'v' }),
  ).toBe(0);
  expect(await warned({ emptyDir: {} }, { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' })).toBe(
    0,
  );
});

test('a volume made for each pod stays', async () => {
  expect(await outcome(web({ ephemeral: { volumeClaimTemplate: {} } }))).toEqual(['volume-other']);
});
