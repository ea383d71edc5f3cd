import { describe, expect, test } from 'vitest';
import type { MipResult } from '../../src/solver/highs.ts';
import type { Model } from '../../src/solver/ilp/model.ts';
import { Program } from '../../src/solver/ilp/program.ts';
import { margin, provenValue } from '../../src/solver/ilp/proof.ts';
import { Sum } from '../../src/solver/ilp/sum.ts';
import { EMPTY_SCHEDULE } from '../../src/solver/schedule.ts';

/** One column from 0 to 1 of this cost, and a second one of cost 1. */
function modelOf(cost: number, unit = 1, constant = 0): Model {
  const program = new Program(10);
  const sum = new Sum().add(program.column(1), cost).add(program.column(1), 1);
  return { mip: program.minimise(sum), unit, constant, point: () => null, schedule: () => EMPTY_SCHEDULE };
}

function resultOf(status: MipResult['status'], bound: number): MipResult {
  return {
    status,
    bound,
    values: null,
    objective: null,
    nodes: 0,
    iterations: 0,
    callbacks: 0,
    heapBytes: 0,
  };
}

describe('what a bound of HiGHS proves', () => {
  test.each([
    { bound: 3.2, proves: 4 },
    { bound: 4, proves: 4 },
    { bound: 3.9999999, proves: 4 },
    { bound: 4.0000001, proves: 4 },
    { bound: 4.1, proves: 5 },
    { bound: 0, proves: 0 },
  ])('$bound proves $proves: less the margin, then up to a whole value', ({ bound, proves }) => {
    expect(provenValue(modelOf(3), resultOf('optimal', bound))).toBe(proves);
    expect(provenValue(modelOf(3), resultOf('limit', bound))).toBe(proves);
  });

  test('it is stated in the value of the phase: constant + unit · objective', () => {
    expect(provenValue(modelOf(3, 50, 7), resultOf('optimal', 3.2))).toBe(207);
  });

  test('with a margin of more than half a unit no value is reached, however near', () => {
    const coarse = modelOf(7e8);
    expect(margin(coarse.mip)).toBeGreaterThan(0.5);
    expect(margin(coarse.mip)).toBeLessThan(1);
    expect(provenValue(coarse, resultOf('optimal', 5))).toBe(4);
  });

  test.each([
    resultOf('infeasible', 4),
    resultOf('failed', 4),
    resultOf('too-large', 4),
    resultOf('limit', Number.NEGATIVE_INFINITY),
    resultOf('optimal', Number.NaN),
    resultOf('optimal', Number.POSITIVE_INFINITY),
  ])('$status with the bound $bound proves nothing', (result) => {
    expect(provenValue(modelOf(3), result)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('programs', () => {
  test('rows are divided by the common factor, and their limits rounded down to one', () => {
    const program = new Program(10);
    const [x, y] = [program.column(5), program.column(5)];
    program.atMost(new Sum().add(x, 6).add(y, 4).addConstant(1), 20);
    const { value, rowUpper } = program.minimise(new Sum());
    expect([[...value], [...rowUpper]]).toEqual([[3, 2], [9]]);
  });

  test('large coefficients are scaled by a power of two, so a point is judged exactly all the same', () => {
    const program = new Program(10);
    const [x, y] = [program.column(1), program.column(1)];
    const [a, b] = [2 ** 40 + 1, 2 ** 39 + 1];
    program.atMost(new Sum().add(x, a).add(y, b), a + b - 1);
    expect(Math.max(...program.minimise(new Sum()).value)).toBeLessThanOrEqual(1024);
    expect(program.complete(Float64Array.of(1, 1))).toBeNull();
    expect(program.complete(Float64Array.of(1, 0))).not.toBeNull();
  });

  test('a row that the column bounds imply is left out', () => {
    const program = new Program(10);
    program.atMost(new Sum().add(program.column(3), 2), 6);
    expect(program.minimise(new Sum()).rows).toBe(0);
  });

  test('what moves lead to is derived: an indicator is 1 just when its sum is above 0', () => {
    const program = new Program(10);
    const [x, shown] = [program.column(3), program.column(1)];
    program.indicate(new Sum().add(x, 1).addConstant(-1), 2, shown);
    expect(program.complete(Float64Array.of(1, 0))).toEqual(Float64Array.of(1, 0));
    expect(program.complete(Float64Array.of(2, 0))).toEqual(Float64Array.of(2, 1));
  });

  test('a program that gets too large is given up', () => {
    const program = new Program(1);
    const sum = new Sum().add(program.column(3), 1);
    expect(() => program.column(1)).toThrow('over 1 columns');
    program.atMost(sum, 2);
    expect(() => program.atMost(sum, 1)).toThrow('over 1 non-zeros');
    expect(() => program.effort(1000)).toThrow('steps');
  });
});
