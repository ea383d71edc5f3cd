import type { TopLevelSpec } from 'vega-lite';
import { COLOURS, SHAPES, STYLE, svgOf, titled } from '../plot.ts';
import type { Panel } from './figures.ts';
import type { Estimate } from './statistics.ts';

/** Between the series at one x, which else would lie on each other; values of x are 1 apart. */
const BESIDE = 0.13;

/** The panel as SVG text: means as points, intervals as bars. */
export function draw(panel: Panel): Promise<string> {
  return svgOf(specOf(panel));
}

function specOf(panel: Panel): TopLevelSpec {
  const { title, lines, fromZero, most, points } = panel;
  const series = [...new Set(points.map((point) => point.series))];
  const places = [...new Set(points.map(({ x }) => x))];
  // The interval of a single value has no ends.
  const ends = ({ mean, low, high }: Estimate) => (Number.isFinite(high) ? [low, high] : [mean, mean]);
  const values = points.map((point) => ({
    ...point,
    low: ends(point)[0],
    high: Math.min(ends(point)[1], most ?? Number.POSITIVE_INFINITY),
    place: places.indexOf(point.x) + (series.indexOf(point.series) - (series.length - 1) / 2) * BESIDE,
  }));
  const legend = { type: 'nominal', title: panel.series, sort: null } as const;
  const x = {
    field: 'place',
    type: 'quantitative',
    title: panel.x,
    scale: { domainMin: -0.5, domainMax: places.length - 0.5, nice: false, zero: false },
    axis: {
      values: places.map((_, i) => i),
      labelExpr: `${JSON.stringify(places)}[datum.value]`,
      grid: false,
    },
  } as const;
  const y = {
    type: 'quantitative',
    title: panel.y,
    scale: { zero: fromZero, ...(most === undefined ? { nice: true } : { domainMax: most }) },
  } as const;
  const common = {
    x,
    color: { field: 'series', ...legend, scale: { domain: series, range: COLOURS.slice(0, series.length) } },
  } as const;
  const shape = {
    field: 'series',
    ...legend,
    scale: { domain: series, range: SHAPES.slice(0, series.length) },
  };
  const joined = {
    mark: { type: 'line', strokeWidth: 1 },
    encoding: { ...common, y: { field: 'mean', ...y } },
  } as const;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: 'white',
    padding: 10,
    width: Math.max(200, places.length * 75),
    height: 220,
    title: titled(title),
    data: { values },
    layer: [
      ...(lines ? [joined] : []),
      {
        mark: { type: 'rule', strokeWidth: 1.5 },
        encoding: { ...common, y: { field: 'low', ...y }, y2: { field: 'high' } },
      },
      {
        mark: { type: 'point', filled: true, size: 50, opacity: 1 },
        encoding: { ...common, y: { field: 'mean', ...y }, shape },
      },
    ],
    config: STYLE,
  };
}
