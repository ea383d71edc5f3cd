import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/model/apply-plan.ts';
import { canonicalSnapshot } from '../../src/model/canonical.ts';
import { resolveOptions } from '../../src/model/options.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { replicasOf } from '../../src/model/replicas.ts';
import type { Snapshot, Workload } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';

/** `movableReason` is quoted and changes no plan. */

const withWorkload = (workload: Omit<Workload, 'name' | 'requests'>): Snapshot => ({
  nodes: [
    { name: 'n1', allocatable: { cpu: 4 }, pricePerHour: '1' },
    { name: 'n2', allocatable: { cpu: 4 }, pricePerHour: '1' },
  ],
  workloads: [{ name: 'web', requests: { cpu: 1 }, ...workload }],
});
const normal = (workload: Omit<Workload, 'name' | 'requests'>) =>
  canonicalSnapshot(withWorkload(workload)).workloads[0];

describe('the normal form of a reason', () => {
  test('leaves it out where the replica may move', () => {
    const plain = { replicas: { n1: 2 } };
    expect(normal({ replicas: { n1: 2 }, movableReason: 'x' })).toEqual(normal(plain));
    expect(normal({ replicas: [{ node: 'n1', movableReason: 'x' }, { node: 'n1' }] })).toEqual(normal(plain));
  });

  test('does not repeat what the workload says', () => {
    const said = { movable: false, movableReason: 'x' };
    const repeated = normal({ ...said, replicas: [{ node: 'n1', movableReason: 'x' }] });
    expect(repeated).toEqual(normal({ ...said, replicas: { n1: 1 } }));
    expect(repeated).toMatchObject({ ...said, replicas: { n1: 1 } });
  });

  test('keeps what a replica says, with a name or without, in any order', () => {
    const [a, b] = [
      { node: 'n1', movable: false, movableReason: 'a' },
      { node: 'n1', movable: false, movableReason: 'b' },
    ];
    expect(normal({ replicas: [b, { node: 'n1' }, a] })).toEqual(
      normal({ replicas: [a, b, { node: 'n1' }] }),
    );
    expect(normal({ replicas: [b, { node: 'n1' }, a] }).replicas).toEqual([{ node: 'n1' }, a, b]);
    const named = normal({ movable: false, replicas: [{ node: 'n1', name: 'p', movableReason: 'a' }] });
    expect(named.replicas).toEqual([{ node: 'n1', name: 'p', movableReason: 'a' }]);
    for (const workload of [named, normal({ replicas: [b, a] })])
      expect(normal({ ...workload })).toEqual(workload);
  });
});

test('a replica has its own reason or that of its workload', () => {
  const [workload] = withWorkload({
    movable: false,
    movableReason: 'all',
    replicas: [{ node: 'n1' }, { node: 'n2', movableReason: 'one' }],
  }).workloads;
  expect(replicasOf(workload).map(({ movableReason }) => movableReason)).toEqual(['all', 'one']);
});

test('a reason changes nothing of the problem, and is still there after a plan', () => {
  const replicas = [{ node: 'n1' }, { node: 'n2', movable: false }];
  const said = withWorkload({ replicas: [replicas[0], { ...replicas[1], movableReason: 'x' }] });
  const problem = (snapshot: Snapshot) => {
    const { replicaName, delay, ...rest } = toProblem(snapshot, resolveOptions(snapshot, {}));
    return { ...rest, name: replicaName(0, 0), delay: delay(0, 1) };
  };
  expect(problem(said)).toEqual(problem(withWorkload({ replicas })));
  const moves = [{ workload: 'default/web', replica: 'web-0', from: 'n1', to: 'n2' }];
  const after = applyPlan(said, { slots: [{ moves }] } as unknown as Parameters<typeof applyPlan>[1]);
  expect(after.workloads[0].replicas).toContainEqual({
    name: 'web-1',
    node: 'n2',
    movable: false,
    movableReason: 'x',
  });
});

test('a reason is a text of 1 to 200 characters', () => {
  for (const movableReason of ['', 'x'.repeat(201)])
    expect(readSnapshot(withWorkload({ movableReason, replicas: {} }))).toHaveProperty('errors');
  expect(readSnapshot(withWorkload({ movableReason: 'x'.repeat(200), replicas: {} }))).toHaveProperty(
    'snapshot',
  );
});
