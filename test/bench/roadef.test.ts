import { expect, test } from 'vitest';
import { evaluate } from '../../bench/roadef/evaluate.ts';
import { parseReassignment } from '../../bench/roadef/read.ts';
import { assignmentAfter, planTo, reassignmentSnapshot } from '../../bench/roadef/snapshot.ts';
import { checkPlan } from '../../src/model/check/index.ts';
import { resolveOptions } from '../../src/model/options.ts';

/** Three machines and processes; of the two resources the first is transient. The second service needs the first. */
const MODEL = `
2
1 10
0 10
3
0 0  4 4  3 3  0 1 1
0 1  4 4  3 3  1 0 1
1 1  6 6  3 3  1 1 0
2
2 0
1 1 0
3
0  2 2  1
0  2 2  1
1  3 3  1
1
0 1 10
5
1 1 1
`;
const instance = parseReassignment('tiny', MODEL, '0 1 2');

test('the challenge’s format is read to its last number', () => {
  expect(instance).toEqual({
    name: 'tiny',
    transient: [true, false],
    machines: [
      { neighbourhood: 0, location: 0, capacity: [4, 4] },
      { neighbourhood: 0, location: 1, capacity: [4, 4] },
      { neighbourhood: 1, location: 1, capacity: [6, 6] },
    ],
    services: [
      { spreadMin: 2, dependsOn: [] },
      { spreadMin: 1, dependsOn: [0] },
    ],
    processes: [
      { service: 0, requirement: [2, 2] },
      { service: 0, requirement: [2, 2] },
      { service: 1, requirement: [3, 3] },
    ],
    assignment: [0, 1, 2],
  });
  expect(() => parseReassignment('long', `${MODEL} 7`, '0 1 2')).toThrow(/too many/);
  expect(() => parseReassignment('short', MODEL, '0 1')).toThrow(RangeError);
});

test.each([
  ['the start', [0, 1, 2], []],
  ['both of a service on one machine', [1, 1, 2], []],
  [
    'more than the capacity',
    [1, 1, 1],
    ['machine 1 uses 7 of 4 of resource 0', 'machine 1 uses 7 of 4 of resource 1'],
  ],
  // The old copy of the third process is still there: 3 + 2 + 2 of the transient resource, 2 + 2 of the other.
  [
    'room that is only free afterwards',
    [2, 2, 0],
    ['machine 2 uses 7 of 6 of resource 0', 'machine 0 uses 5 of 4 of resource 0'],
  ],
])('%s is judged by capacity and transient use, and our checker agrees', (_, assignment, broken) => {
  expect(evaluate(instance, assignment).broken.sort()).toEqual([...broken].sort());
  const snapshot = reassignmentSnapshot(instance);
  const plan = planTo(instance, assignment);
  expect(assignmentAfter(instance, plan)).toEqual(assignment);
  const { violations } = checkPlan(snapshot, resolveOptions(snapshot, { maxSlots: 1 }), plan);
  expect(violations.length > 0).toBe(broken.length > 0);
});

test('the rules that Restow lacks are counted', () => {
  expect(evaluate(instance, [0, 1, 2]).beyond).toEqual({ conflicts: 0, spreads: 0, dependencies: 1 });
  expect(evaluate(instance, [0, 0, 1]).beyond).toEqual({ conflicts: 1, spreads: 1, dependencies: 0 });
});
