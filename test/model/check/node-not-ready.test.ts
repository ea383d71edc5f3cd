import { expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const workloads = [workloadOf('a', {}, { n1: 2, n2: 1 })];

test.each([
  { title: 'takes nothing', plan: planOf(['a-0 n1>n2']), expected: ['1: n2 by 1'] },
  { title: 'gives nothing', plan: planOf(['a-0 n1>n3'], ['a-2 n2>n3']), expected: ['2: n2 by 1'] },
  { title: 'is named once for a slot', plan: planOf(['a-0 n1>n2', 'a-2 n2>n1']), expected: ['1: n2 by 1'] },
  { title: 'is no matter to others', plan: planOf(['a-0 n1>n3']), expected: [] },
])('a node that is not ready $title', ({ plan, expected }) => {
  const nodes = nodesOf({ n1: {}, n2: {}, n3: {} });
  nodes[1].ready = false;
  expect(broken('node-not-ready', { nodes, workloads }, plan)).toEqual(expected);
  nodes[1].ready = true;
  expect(broken('node-not-ready', { nodes, workloads }, plan)).toEqual([]);
});

test('its replicas are no movable ones: they count for no default', () => {
  const nodes = nodesOf({ n1: {}, n2: {} });
  nodes[0].ready = false;
  expect(resolveOptions({ nodes, workloads }, {})).toMatchObject({ maxSlots: 1, maxMoves: 1 });
});
