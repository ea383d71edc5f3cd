import { describe, expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

/** n2 offers 4 cpu, of which 1 is in use. */
const snapshot = {
  nodes: nodesOf({ n1: { cpu: 4, memory: 4 }, n2: { cpu: 4, memory: 4 }, n3: { cpu: '3333m' } }),
  workloads: [
    workloadOf('a', { cpu: 1, memory: 1 }, { n1: 3 }),
    workloadOf('b', { cpu: 1 }, { n2: 1 }),
    workloadOf('c', {}, { n1: 1 }),
  ],
};

describe('headroom', () => {
  const two = planOf(['a-0 n1>n2'], ['a-1 n1>n2']);
  test.each([
    [{ cpu: 1 }, []],
    [{ cpu: '25%' }, []],
    [{ cpu: '26%' }, ['2: n2 cpu by 40m']],
    [{ cpu: '1001m' }, ['2: n2 cpu by 1m']],
    [{ cpu: 5 }, ['1: n2 cpu by 2', '2: n2 cpu by 3']],
    [{ cpu: 1, memory: 3 }, ['2: n2 memory by 1']],
    [{ 'example.com/gpu': 1 }, []],
  ])('%j is kept free where something arrives', (headroom, expected) => {
    expect(broken('headroom', snapshot, two, { headroom })).toEqual(expected);
  });

  test('who requests nothing of it may arrive, and who is full already may stay', () => {
    expect(broken('headroom', snapshot, planOf(['c-0 n1>n2']), { headroom: { cpu: 4 } })).toEqual([]);
    expect(broken('headroom', snapshot, planOf(['b-0 n2>n3']), { headroom: { cpu: '70%' } })).toEqual([
      '1: n3 cpu by 1m',
    ]);
  });

  test('is echoed by resource, as percentages and amounts, without what keeps nothing free', () => {
    const headroom = { memory: '1Ki', cpu: '010%', pods: 0, disk: '0%' };
    expect(() => resolveOptions(snapshot, { headroom })).toThrow();
    expect(resolveOptions(snapshot, { headroom: { ...headroom, cpu: '09%' } }).headroom).toEqual({
      cpu: '9%',
      memory: '1024',
    });
  });
});
