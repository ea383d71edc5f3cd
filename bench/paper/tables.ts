import type { Claim, Finding } from './claims.ts';
import type { Pricing, Size } from './configurations.ts';
import { bestKnown, labelOf, sizeText, valuesOf } from './figures.ts';
import { SCHEMES, type Scheme } from './measure.ts';
import { ALPHAS, type Run, type Runs } from './runs.ts';
import { type Estimate, estimate, paired } from './statistics.ts';

/** Markdown tables of the evaluation. */

type Metric = Parameters<typeof valuesOf>[1];

const number = (value: number, digits: number) =>
  Number.isFinite(value) ? value.toFixed(digits).replace('-', '−') : '∞';
const text = ({ mean, high }: Estimate, digits = 1) =>
  `${number(mean, digits)} ± ${number(high - mean, digits)}`;
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

export function alphaTable(runs: Runs, pricing: Pricing): string {
  const metrics: [string, Metric, number][] = [
    ['cost reduction %', 'reductionPercent', 1],
    ['moves', 'moves', 1],
    ['slots', 'slots', 2],
  ];
  const heads = [2, 5].flatMap((locations) => metrics.map(([name]) => `R = ${locations}: ${name}`));
  return table(
    ['α', ...heads],
    ALPHAS.map((alpha) => [
      alpha,
      ...[2, 5].flatMap((locations) => {
        const list = runs.of('32x10', locations, 'optimal', alpha, pricing);
        return metrics.map(([, metric, digits]) => text(estimate(valuesOf(list, metric)), digits));
      }),
    ]),
  );
}

export function schemeTable(runs: Runs, size: Size, locations: readonly number[]): string {
  const head = [
    'R',
    'scheme',
    'cost reduction %',
    'moves',
    'restarts',
    'slots',
    'limits kept %',
    'of the breakable %',
    'plans that break a limit',
    'broken limits a plan',
    'other rules broken',
  ];
  const rows = locations.flatMap((count) =>
    (Object.keys(SCHEMES) as Scheme[]).map((scheme) => {
      const list = runs.of(size, count, scheme);
      const of = (metric: Metric, digits = 1) => text(estimate(valuesOf(list, metric)), digits);
      const broken = list.map(({ violations }) => violations.latency ?? 0);
      const others = list.reduce(
        (sum, { violations }) =>
          sum + Object.entries(violations).reduce((all, [rule, n]) => all + (rule === 'latency' ? 0 : n), 0),
        0,
      );
      return [
        String(count),
        labelOf(runs, size, scheme),
        of('reductionPercent'),
        of('moves'),
        of('restarts'),
        of('slots', 2),
        of('keptPercent'),
        of('breakableKeptPercent'),
        percent(broken.filter((calls) => calls > 0).length, list.length),
        number(estimate(broken).mean, 2),
        String(others),
      ];
    }),
  );
  return table(head, rows);
}

/** How far the strategy `exact` gets, and what it takes. */
export function proofTable(runs: Runs, groups: readonly (readonly [Size, number])[]): string {
  const rows = groups.flatMap(([size, locations]) =>
    (['optimal', 'oneSlot'] as const).map((scheme) => {
      const list = runs.of(size, locations, scheme);
      const gaps = list.map(({ gapPercent }) => gapPercent);
      const proved = list.filter((run) => run.proved).length;
      const seconds = list.map(({ cpuSeconds }) => cpuSeconds);
      return [
        sizeText(size),
        String(locations),
        scheme === 'optimal' ? 'any' : '1',
        `${proved} of ${list.length}`,
        number(estimate(gaps).mean, 2),
        number(Math.max(...gaps), 2),
        number(estimate(seconds).mean, 2),
        number(Math.max(...seconds), 2),
        number(estimate(list.map(({ work }) => work / 1e6)).mean, 2),
      ];
    }),
  );
  const head = ['size', 'R', 'slots', 'proved', 'mean gap %', 'largest gap %', 'mean cpu s', 'most cpu s'];
  return table([...head, 'mean million work units'], rows);
}

export function slotsTable(runs: Runs, groups: readonly (readonly [Size, number])[]): string {
  const head = [
    'size',
    'R',
    'one slot: cost reduction %',
    'any: cost reduction %',
    'difference, points',
    'objective lower by %',
    'cheaper in',
    'better in',
    'more than one slot in',
    'most slots',
  ];
  const rows = groups.map(([size, locations]) => {
    const [best, one] = [bestKnown(runs, size, locations), runs.of(size, locations, 'oneSlot')];
    const reduction = (list: readonly Run[]) => valuesOf(list, 'reductionPercent');
    const lower = best.map((run, i) => (100 * (one[i].value - run.value)) / one[i].value);
    const where = (test: (run: Run, i: number) => boolean) => `${best.filter(test).length} of ${best.length}`;
    return [
      sizeText(size),
      String(locations),
      text(estimate(reduction(one))),
      text(estimate(reduction(best))),
      text(paired(reduction(best), reduction(one)), 2),
      text(estimate(lower), 2),
      where((run, i) => run.priceAfter < one[i].priceAfter - 1e-9),
      where((run, i) => run.value < one[i].value - 1e-9),
      where((run) => run.slots > 1),
      String(Math.max(...valuesOf(best, 'slots'))),
    ];
  });
  return table(head, rows);
}

export function claimsTable(claims: readonly Claim[]): string {
  return table(
    ['Fig.', 'claim', 'here', 'difference and its 95 % interval'],
    claims.map(({ figure, text: words, findings }) => [
      figure,
      words,
      verdictOf(findings),
      findings.map(findingText).join('<br>'),
    ]),
  );
}

/** One word where all settings agree, else the settings of each. */
function verdictOf(findings: readonly Finding[]): string {
  const verdicts = [...new Set(findings.map(({ verdict }) => verdict))];
  if (verdicts.length === 1) return `**${verdicts[0]}**`;
  return verdicts
    .map((verdict) => {
      const settings = findings.filter((finding) => finding.verdict === verdict);
      return `**${verdict}**: ${settings.map(({ setting }) => setting).join('; ')}`;
    })
    .join('<br>');
}

function findingText({ setting, what, difference }: Finding): string {
  const { mean, low, high } = difference;
  return `${setting}, ${what}: ${number(mean, 2)} [${number(low, 2)}, ${number(high, 2)}]`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
