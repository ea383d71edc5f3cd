import { describe, expect, test } from 'vitest';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { warningsOf } from '../../src/model/warnings.ts';
import { type DrawnWorkload, drawWorkload } from '../../src/workloads/draw-workload.ts';
import { generateWorkload } from '../../src/workloads/generate.ts';
import { PAPER_PARAMETERS } from '../../src/workloads/parameters.ts';
import { errorsOf } from '../model/good-question.ts';

const MANY = { replicas: [2, 5], cpuMilli: [100, 500], memoryMi: [50, 80] };
const SHAPES: Record<string, Record<string, unknown>> = {
  paper: { kind: 'applications' },
  'five locations': { kind: 'applications', locations: 5 },
  'mixed sizes': {
    kind: 'applications',
    pricing: 'capacity',
    sizes: [
      { cpuMilli: 4000, memoryMi: 8192, priceFactor: 0.35 },
      { cpuMilli: 12_000, memoryMi: 16_384, priceFactor: 1 },
    ],
  },
  'real prices': {
    kind: 'applications',
    locations: 3,
    instanceTypes: ['Standard_F8s_v2', 'Standard_D8s_v5'],
  },
  'many replicas': { kind: 'applications', ...MANY },
  'three resources': { kind: 'applications', devices: { perNode: 2, percent: 25 } },
  overcommitted: { kind: 'applications', start: 'overcommitted' },
  'latency-breaking': { kind: 'applications', start: 'latency-breaking', locations: 5 },
  planted: { kind: 'planted' },
};

function drawnOf(request: unknown): DrawnWorkload {
  const drawn = drawWorkload(request);
  if ('errors' in drawn) throw new Error(JSON.stringify(drawn.errors));
  return drawn;
}

describe.each(Object.entries(SHAPES))('%s', (_, shape) => {
  test('gives snapshots that can be planned, of which nothing is unknown', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { snapshot } = drawnOf({ ...shape, seed });
      expect(readSnapshot(snapshot)).toEqual({ snapshot });
      expect(warningsOf(snapshot)).toEqual([]);
    }
  });

  test('says everything that was left open: asked again with that, it gives the same bytes', () => {
    const first = drawnOf({ ...shape, seed: 7 });
    expect(JSON.stringify(drawnOf(first.parameters))).toBe(JSON.stringify(first));
    expect(first.parameters).toMatchObject({ ...shape, seed: 7 });
    expect(drawnOf({ ...shape, seed: 8 }).snapshot).not.toEqual(first.snapshot);
  });
});

test('the defaults are the paper’s, and a planted answer states its cost', () => {
  expect(drawnOf({ kind: 'applications' }).snapshot).toEqual(generateWorkload(PAPER_PARAMETERS));
  const { snapshot, plantedCost } = drawnOf({ kind: 'planted', nodes: 8, kept: 3 });
  // Kept nodes cost no more than any other.
  const prices = snapshot.nodes.map(({ pricePerHour }) => Number(pricePerHour)).sort((a, b) => a - b);
  const kept = prices.slice(0, 3).reduce((sum, price) => sum + price, 0);
  expect(plantedCost).toBe(String(kept));
});

describe('all that is wrong is said at once, where it was given', () => {
  const wrong = (request: unknown) =>
    errorsOf(drawWorkload(request)).errors.map(({ pointer, code }) => `${pointer} ${code}`);

  test.each([
    [5, [' type']],
    [{}, [' required']],
    [{ kind: 'trees', seed: -1 }, ['/kind format']],
    [{ kind: 'planted', locations: 2 }, ['/locations unknown-field']],
    [
      { kind: 'applications', seed: 0.5, nodes: 1001, cpuMilli: [1], memoryMi: [0, 'x'] },
      ['/seed type', '/nodes range', '/cpuMilli format', '/memoryMi/0 range', '/memoryMi/1 type'],
    ],
    [
      { kind: 'applications', cpuMilli: [9, 5], locations: 11, nodes: true, replicas: [4, 2] },
      ['/cpuMilli range', '/nodes type', '/replicas range'],
    ],
    [{ kind: 'applications', locations: 11 }, ['/locations range']],
    [{ kind: 'applications', nodes: 1 }, ['/nodes range']],
    [{ kind: 'applications', applications: 101, microservices: 100 }, ['/microservices range']],
    [{ kind: 'applications', applications: 2501 }, ['/applications range']],
    [{ kind: 'applications', replicas: [1, 938] }, ['/replicas range']],
    [
      { kind: 'applications', sizes: [{ cpuMilli: 1, memoryMi: 1, priceFactor: 'x' }] },
      ['/sizes/0/priceFactor type'],
    ],
    [{ kind: 'applications', sizes: [] }, ['/sizes range']],
    [
      { kind: 'applications', instanceTypes: ['Standard_D4s_v5'], pricing: 'unit', sizes: [], locations: 9 },
      ['/pricing unknown-field', '/sizes range', '/sizes unknown-field', '/locations range'],
    ],
    [{ kind: 'applications', instanceTypes: ['m5.large'] }, ['/instanceTypes/0 format']],
    [{ kind: 'planted', kept: 13, replicasPerNode: [3, 11] }, ['/kept range', '/replicasPerNode/1 range']],
    [{ kind: 'planted', nodes: 5 }, ['/nodes range']],
  ])('%j', (request, expected) => {
    expect(wrong(request)).toEqual(expected);
  });

  test.each([
    [{ kind: 'applications', nodes: 40 }, ' no-draw', /occupancyPercent: .* usually request 15 %/],
    [{ kind: 'applications', occupancyPercent: [1, 2] }, '/occupancyPercent no-draw', /1–2 %/],
    [{ kind: 'applications', nodes: 10, memoryMi: [900, 1600] }, '/nodes no-draw', /no random placement/],
    [
      { kind: 'applications', locations: 5, limitMicroseconds: [20_000, 20_000] },
      '/limitMicroseconds no-draw',
      /above every limit/,
    ],
    [{ kind: 'planted', nodes: 6 }, '/nodes no-draw', /no random placement/],
  ])('no draw fits %j', (request, expected, message) => {
    expect(wrong(request)).toEqual([expected]);
    expect(errorsOf(drawWorkload(request)).errors[0].message).toMatch(message);
  });

  test('what can only fail is given up after a bounded number of draws', () => {
    const hopeless = { kind: 'applications', applications: 2500, nodes: 1000, occupancyPercent: [0, 0] };
    const before = process.cpuUsage().user;
    expect(wrong(hopeless)).toEqual(['/occupancyPercent no-draw']);
    // Microseconds; it takes 2 seconds of a slow core.
    expect(process.cpuUsage().user - before).toBeLessThan(20_000_000);
  });
});
