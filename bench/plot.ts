import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

/** What the plots of the benches share. */

/** Colours that the colour-blind tell apart (Okabe and Ito), and a shape each. */
export const COLOURS = ['#0072b2', '#009e73', '#d55e00', '#cc79a7'];
export const SHAPES = ['circle', 'square', 'triangle-up', 'diamond'];

export const STYLE = {
  aria: false,
  font: 'sans-serif',
  axis: { labelFontSize: 11, titleFontSize: 12, titleFontWeight: 'normal', gridColor: '#e4e4e4' },
  legend: { labelFontSize: 11, titleFontSize: 12, titleFontWeight: 'normal', symbolSize: 60 },
  view: { stroke: null },
} as const;

export function titled(text: string) {
  return { text, anchor: 'start', fontSize: 13, offset: 12 } as const;
}

/** The plot as SVG text. */
export function svgOf(spec: TopLevelSpec): Promise<string> {
  return new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();
}
