import { expect, test } from 'vitest';
import { drawGrowth, growthOf, growthText } from '../../bench/search/growth.ts';

const reached = [
  { nodes: 100, cpuSeconds: 30, workMillions: 50 },
  { nodes: 10, cpuSeconds: 1, workMillions: 2 },
  { nodes: 10, cpuSeconds: 3, workMillions: 3 },
];

test('means grow from the smallest size, and the line with n log n', () => {
  // 100 log 100 is 20 times 10 log 10.
  expect(growthOf(reached, 'cpuSeconds')).toEqual([
    { nodes: 10, mean: 2, expected: 2 },
    { nodes: 100, mean: 30, expected: expect.closeTo(40, 9) },
  ]);
  expect(growthText(reached)).toBe(
    'growth from 10 to 100 nodes (× 10): cpu × 15.0, work × 20.0, n log n × 20.0',
  );
});

test('the plot shows every size and series', async () => {
  const svg = await drawGrowth(reached, 5);
  for (const text of ['5 % or less', 'Processor time (s)', 'Work units (million)', 'mean', 'n log n'])
    expect(svg).toContain(text);
  // Ticks of x in both panels.
  for (const size of [10, 100]) expect(svg.split(`>${size}</text>`).length - 1).toBeGreaterThanOrEqual(2);
});
