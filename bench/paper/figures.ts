import type { Pricing, Size } from './configurations.ts';
import { type Measured, SCHEMES, type Scheme } from './measure.ts';
import { ALPHAS, type Run, type Runs } from './runs.ts';
import { type Estimate, estimate, paired } from './statistics.ts';

/** One plot: means with intervals over x, a colour for each series. */
export interface Panel {
  /** Name of the file, without `.svg`. */
  name: string;
  title: string;
  x: string;
  y: string;
  series: string;
  /** Whether the points of a series are joined. */
  lines: boolean;
  /** Whether y starts at 0, and where it ends at the latest. */
  fromZero: boolean;
  most?: number;
  points: (Estimate & { x: string; series: string })[];
}

type Metric = keyof { [K in keyof Measured as Measured[K] extends number ? K : never]: K };

interface Axis {
  letter: string;
  metric: Metric;
  what: string;
  unit?: string;
  fromZero: boolean;
  most?: number;
}

/** The paper's panels (a) to (d). Shares of limits are all near 100 %. */
const AXES: readonly Axis[] = [
  { letter: 'a', metric: 'reductionPercent', what: 'Cost reduction', unit: '%', fromZero: true },
  { letter: 'b', metric: 'restarts', what: 'Restarted microservices', fromZero: true },
  { letter: 'c', metric: 'slots', what: 'Duration', unit: 'slots', fromZero: true },
  { letter: 'd', metric: 'keptPercent', what: 'Latency limits kept', unit: '%', fromZero: false, most: 100 },
];

const titleOf = ({ what, unit }: Axis) => (unit === undefined ? what : `${what} (${unit})`);
const rangeOf = ({ fromZero, most }: Axis) => (most === undefined ? { fromZero } : { fromZero, most });

const COMPARED: readonly Scheme[] = ['optimal', 'heuristic', 'RC', 'RU'];

export const valuesOf = (runs: readonly Run[], metric: Metric) => runs.map((run) => run[metric]);

export function panelsOf(runs: Runs): Panel[] {
  return [
    ...(['unit', 'capacity'] as const).flatMap((pricing) =>
      AXES.slice(0, 3).map((axis) => alphaPanel(runs, axis, pricing)),
    ),
    ...AXES.map((axis) => schemePanel(runs, axis, '6', '32x10', [2, 5])),
    ...AXES.map((axis) => schemePanel(runs, axis, '7', '100x27', [2, 3, 4, 5])),
    slotsPanel(runs),
  ];
}

const SCALING: Record<Pricing, string> = {
  unit: 'price of a node 1..R',
  capacity: 'price of a node 1..R × 8 cpu',
};

/** Fig. 5: the optimal scheme over α. */
function alphaPanel(runs: Runs, axis: Axis, pricing: Pricing): Panel {
  return {
    name: `fig5${axis.letter}-${pricing}`,
    title: `5(${axis.letter}) ${axis.what}, optimal, ${SCALING[pricing]}`,
    x: 'Disruption cost α (price per move and slot)',
    y: titleOf(axis),
    series: 'Locations',
    lines: true,
    ...rangeOf(axis),
    points: [2, 5].flatMap((locations) =>
      ALPHAS.map((alpha) => ({
        x: alpha,
        series: `R = ${locations}`,
        ...estimate(valuesOf(runs.of('32x10', locations, 'optimal', alpha, pricing), axis.metric)),
      })),
    ),
  };
}

/** Fig. 6 and 7: all schemes over R. */
function schemePanel(runs: Runs, axis: Axis, figure: string, size: Size, locations: number[]): Panel {
  return {
    name: `fig${figure}${axis.letter}`,
    title: `${figure}(${axis.letter}) ${axis.what}, ${sizeText(size)}, α = 0.1`,
    x: 'Locations R',
    y: titleOf(axis),
    series: 'Scheme',
    lines: locations.length > 2,
    ...rangeOf(axis),
    points: COMPARED.flatMap((scheme) =>
      locations.map((count) => ({
        x: String(count),
        series: labelOf(runs, size, scheme),
        ...estimate(valuesOf(runs.of(size, count, scheme), axis.metric)),
      })),
    ),
  };
}

/** The better of the plans found for any number of slots and for one: where the first search is cut short, the second may win. */
export function bestKnown(runs: Runs, size: Size, locations: number): Run[] {
  const one = runs.of(size, locations, 'oneSlot');
  return runs.of(size, locations, 'optimal').map((run, i) => (one[i].value < run.value ? one[i] : run));
}

/** How much more the best plan saves than the best plan of one slot, configuration by configuration. */
function slotsPanel(runs: Runs): Panel {
  const groups: [Size, number][] = [
    ...[2, 3, 4, 5].map((locations): [Size, number] => ['100x27', locations]),
    ['32x10', 2],
    ['32x10', 5],
  ];
  return {
    name: 'slots',
    title: 'What more than one slot is worth, α = 0.1',
    x: 'Locations R',
    y: 'Further saving (% points)',
    series: 'Size',
    lines: false,
    fromZero: true,
    points: groups.map(([size, locations]) => ({
      x: String(locations),
      series: sizeText(size),
      ...paired(
        valuesOf(bestKnown(runs, size, locations), 'reductionPercent'),
        valuesOf(runs.of(size, locations, 'oneSlot'), 'reductionPercent'),
      ),
    })),
  };
}

export function sizeText(size: Size): string {
  return size.replace('x', ' × ');
}

/** "Optimal" only where every plan is proved. */
export function labelOf(runs: Runs, size: Size, scheme: Scheme): string {
  if (scheme !== 'optimal' && scheme !== 'oneSlot') return SCHEMES[scheme].label;
  const all = [2, 3, 4, 5].flatMap((locations) => runs.of(size, locations, scheme));
  return all.every(({ proved }) => proved)
    ? SCHEMES[scheme].label
    : SCHEMES[scheme].label.replace('Optimal', 'Exact');
}
