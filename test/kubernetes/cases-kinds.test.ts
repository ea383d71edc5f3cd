import { describe, expect, test } from 'vitest';
import {
  budget,
  claimed,
  controller,
  deployment,
  list,
  node,
  pod,
  reasonsOf,
  statefulSet,
  workloadOf,
} from './objects.ts';
import { planned } from './planned.ts';

type Json = Record<string, unknown>;

/** Workloads whose old pod goes before the new one comes, from dump to plan, each beside its twin. */

const ZONE = 'topology.kubernetes.io/zone';
const nodes = ['a', 'a', 'b'].map((zone, i) => node(`n${i + 1}`, {}, { labels: { [ZONE]: zone } }));
const PRICES = { n1: 10, n2: 3, n3: 1 };
const ALLOWED = { allowRecreate: true, keepSpread: false };
const moves = async (objects: Json[], options = {}) =>
  (await planned(list(nodes, objects), PRICES, options)).moves;

describe('a StatefulSet', () => {
  test('moves only by recreate, where that is allowed', async () => {
    expect(await moves(statefulSet('db', ['n1']))).toEqual([]);
    expect(await moves(statefulSet('db', ['n1']), ALLOWED)).toEqual(['shop/db-0 n1>n3']);
    expect(await moves(deployment('db', ['n1']))).toEqual(['shop/db-0 n1>n3']);
  });

  test('takes its zonal volumes along, each replica its own', async () => {
    const twice = await planned(
      list(nodes, statefulSet('db', ['n1', 'n1'], { zones: ['a', 'b'] })),
      PRICES,
      ALLOWED,
    );
    expect(twice.moves).toEqual(['shop/db-0 n1>n2', 'shop/db-1 n1>n3']);
    const { replicas } = workloadOf(twice.answer, 'shop/db');
    expect(replicas).toMatchObject([
      { name: 'db-0', volumes: [{ claim: 'data-db-0', accessModes: ['ReadWriteOnce'] }] },
      { name: 'db-1', volumes: [{ claim: 'data-db-1', accessModes: ['ReadWriteOnce'] }] },
    ]);
  });

  test('stays while another revision waits, as its move would be an update', async () => {
    const at = (updateRevision: string) => statefulSet('db', ['n1'], { set: { status: { updateRevision } } });
    expect(await moves(at('r1'), ALLOWED)).toHaveLength(1);
    const { moves: none, answer } = await planned(list(nodes, at('r2')), PRICES, ALLOWED);
    expect([none, reasonsOf(answer, 'shop/db')]).toEqual([[], ['rollout-under-way']]);
  });

  test('stays while a pod of it is of an older revision, as after a rollback under OnDelete', async () => {
    const at = (updatedReplicas: number) =>
      statefulSet('db', ['n1'], { set: { status: { updatedReplicas } } });
    expect(await moves(at(1), ALLOWED)).toHaveLength(1);
    const { moves: none, answer } = await planned(list(nodes, at(0)), PRICES, ALLOWED);
    expect([none, reasonsOf(answer, 'shop/db')]).toEqual([[], ['rollout-under-way']]);
  });

  test('that belongs to an operator, or opted out, stays', async () => {
    const operated = controller('acid.zalan.do/v1', 'postgresql', 'db');
    for (const [metadata, reason] of [
      [operated, 'owner-operated'],
      [{ annotations: { 'restow.dev/movable': 'false' } }, 'opted-out'],
    ] as const) {
      const { answer, moves: none } = await planned(
        list(nodes, statefulSet('db', ['n1'], { set: { metadata } })),
        PRICES,
        ALLOWED,
      );
      expect([none, reasonsOf(answer, 'shop/db')]).toEqual([[], [reason]]);
    }
  });

  test('keeps what it has in an emptyDir, where a Deployment loses it with a warning', async () => {
    const spec = { volumes: [{ name: 'v', emptyDir: {} }] };
    const { moves: none, answer } = await planned(
      list(nodes, statefulSet('db', ['n1'], { spec })),
      PRICES,
      ALLOWED,
    );
    expect([none, reasonsOf(answer, 'shop/db')]).toEqual([[], ['empty-dir']]);
    const memory = { volumes: [{ name: 'v', emptyDir: { medium: 'Memory' } }] };
    expect(await moves(statefulSet('db', ['n1'], { spec: memory }), ALLOWED)).toHaveLength(1);
    expect(await moves(deployment('db', ['n1'], { spec }))).toHaveLength(1);
  });

  test('goes down one by one where its budget lets one be down', async () => {
    const set = statefulSet('db', ['n1', 'n1', 'n1']);
    const slots = async (maxUnavailable: number) => {
      const guard = budget('db', { maxUnavailable, selector: { matchLabels: { app: 'db' } } });
      return (await planned(list(nodes, set, guard), PRICES, ALLOWED)).slots;
    };
    expect([await slots(1), await slots(3)]).toEqual([3, 1]);
  });
});

test('a Deployment with strategy Recreate moves where that is allowed', async () => {
  const web = (type: string) => deployment('web', ['n1'], { deployment: { spec: { strategy: { type } } } });
  expect(await moves(web('Recreate'))).toEqual([]);
  expect(await moves(web('Recreate'), ALLOWED)).toEqual(['shop/web-0 n1>n3']);
  expect(await moves(web('RollingUpdate'))).toEqual(['shop/web-0 n1>n3']);
});

describe('a claim of one user', () => {
  const mounting = { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] } };
  const zoned = (modes: string[]) => claimed('c', 'a', 'shop', modes);

  test('keeps all of its users, and moves with a single one to where it is', async () => {
    const one = [...deployment('web', ['n1'], mounting), ...zoned(['ReadWriteOnce'])];
    expect(await moves(one, ALLOWED)).toEqual(['shop/web-0 n1>n2']);
    const two = [...one, ...deployment('api', ['n1'], mounting)];
    expect(await moves(two, ALLOWED)).toEqual([]);
    const pinned = { ...mounting, annotations: { 'restow.dev/movable': 'false' } };
    expect(await moves([...one, ...deployment('api', ['n1'], pinned)], ALLOWED)).toEqual([]);
    const shared = [
      ...two.filter(({ kind }) => kind !== 'PersistentVolumeClaim'),
      zoned(['ReadWriteMany'])[0],
    ];
    expect((await moves(shared)).toSorted()).toEqual(['shop/api-0 n1>n2', 'shop/web-0 n1>n2']);
  });

  test('stays where a pod that is no replica has it, too', async () => {
    const agent = (name: string) =>
      pod('agent-x', 'n1', {
        spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: name } }] },
        metadata: controller('apps/v1', 'DaemonSet', 'agent'),
      });
    const one = [...deployment('web', ['n1'], mounting), ...zoned(['ReadWriteOnce'])];
    const { moves: none, answer } = await planned(list(nodes, one, agent('c')), PRICES, ALLOWED);
    expect([none, reasonsOf(answer, 'shop/web')]).toEqual([[], ['single-user-volume']]);
    expect(await moves([...one, agent('other')], ALLOWED)).toHaveLength(1);
  });
});
