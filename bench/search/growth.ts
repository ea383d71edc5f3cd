import type { TopLevelSpec } from 'vega-lite';
import { COLOURS, SHAPES, STYLE, svgOf, titled } from '../plot.ts';

/** How much work plans of equal quality take as deployments grow, beside a line of n log n. */

/** The least work at which the stated gap of one deployment was small enough. */
export interface Reached {
  nodes: number;
  cpuSeconds: number;
  workMillions: number;
}

const MEASURES = { cpuSeconds: 'Processor time (s)', workMillions: 'Work units (million)' } as const;
type MeasureName = keyof typeof MEASURES;

export interface Point {
  nodes: number;
  mean: number;
  /** The mean at the smallest size, grown with n log n. */
  expected: number;
}

/** The means of all sizes, the smallest first. */
export function growthOf(reached: readonly Reached[], measure: MeasureName): Point[] {
  const sizes = [...new Set(reached.map(({ nodes }) => nodes))].sort((a, b) => a - b);
  const means = sizes.map((size) => {
    const values = reached.filter(({ nodes }) => nodes === size).map((row) => row[measure]);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
  const scale = means[0] / nLogN(sizes[0]);
  return sizes.map((nodes, i) => ({ nodes, mean: means[i], expected: scale * nLogN(nodes) }));
}

const nLogN = (n: number) => n * Math.log(n);

/** How many times as much the largest size takes as the smallest, and how many times n log n grows. */
export function growthText(reached: readonly Reached[]): string {
  const [first, ...others] = growthOf(reached, 'cpuSeconds');
  const last = others.at(-1);
  if (!last) return 'growth: needs two sizes';
  const times = (measure: MeasureName) => {
    const points = growthOf(reached, measure);
    return (points[points.length - 1].mean / points[0].mean).toFixed(1);
  };
  return [
    `growth from ${first.nodes} to ${last.nodes} nodes (× ${last.nodes / first.nodes}):`,
    `cpu × ${times('cpuSeconds')}, work × ${times('workMillions')}, n log n × ${(last.expected / first.expected).toFixed(1)}`,
  ].join(' ');
}

/** Two panels with logarithmic axes as SVG text: every deployment as a point, the means joined, n log n dashed. */
export function drawGrowth(reached: readonly Reached[], gapPercent: number): Promise<string> {
  const spec: TopLevelSpec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: 'white',
    padding: 10,
    title: titled(`Search until the stated gap is ${gapPercent} % or less`),
    hconcat: (['cpuSeconds', 'workMillions'] as const).map((measure) => panel(reached, measure)),
    config: STYLE,
  };
  return svgOf(spec);
}

type Panel = Extract<TopLevelSpec, { hconcat: unknown }>['hconcat'][number];

function panel(reached: readonly Reached[], measure: MeasureName): Panel {
  const points = growthOf(reached, measure);
  const [single, mean, expected] = ['one deployment', 'mean', 'n log n'];
  const values = [
    ...reached.map((row) => ({ nodes: row.nodes, value: row[measure], series: single })),
    ...points.map((point) => ({ nodes: point.nodes, value: point.mean, series: mean })),
    ...points.map((point) => ({ nodes: point.nodes, value: point.expected, series: expected })),
  ];
  const domain = [single, mean, expected];
  const legend = { field: 'series', type: 'nominal', title: null, sort: null } as const;
  const axis = (field: string, title: string) =>
    ({ field, type: 'quantitative', title, scale: { type: 'log', nice: false } }) as const;
  const encoding = {
    x: {
      ...axis('nodes', 'Nodes'),
      axis: { values: points.map(({ nodes }) => nodes), format: ',', grid: false },
    },
    y: axis('value', MEASURES[measure]),
    color: { ...legend, scale: { domain, range: COLOURS.slice(0, 3) } },
  } as const;
  const only = (...series: string[]) => [{ filter: { field: 'series', oneOf: series } }];
  return {
    width: 280,
    height: 240,
    data: { values },
    layer: [
      {
        transform: only(mean, expected),
        mark: { type: 'line', strokeWidth: 1.5 },
        encoding: {
          ...encoding,
          strokeDash: {
            ...legend,
            scale: {
              domain,
              range: [
                [1, 0],
                [1, 0],
                [5, 4],
              ],
            },
          },
        },
      },
      {
        transform: only(single, mean),
        mark: { type: 'point', filled: true, size: 45, opacity: 1 },
        encoding: {
          ...encoding,
          shape: { ...legend, scale: { domain, range: [...SHAPES.slice(0, 2), 'stroke'] } },
        },
      },
    ],
  };
}
