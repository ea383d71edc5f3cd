import type { Size } from './configurations.ts';
import { labelOf, valuesOf } from './figures.ts';
import type { Scheme } from './measure.ts';
import type { Run, Runs } from './runs.ts';
import { type Estimate, paired, unpaired } from './statistics.ts';

export type Verdict = 'holds' | 'does not hold' | 'open';

/** What is measured of one claim in one setting: a difference with its interval. */
export interface Finding {
  setting: string;
  verdict: Verdict;
  /** The difference in words. */
  what: string;
  difference: Estimate;
}

export interface Claim {
  figure: string;
  /** The paper's claim in our words. */
  text: string;
  findings: Finding[];
}

type Metric = Parameters<typeof valuesOf>[1];

/** Settled before looking at the measured commit: what counts as comparable. */
export const COMPARABLE = { reductionPercent: 2, restartsShare: 0.05 } as const;

const margin = (metric: Metric, size: Size) =>
  metric === 'restarts' ? COMPARABLE.restartsShare * Number.parseInt(size, 10) : COMPARABLE.reductionPercent;

/** The interval lies below 0: holds; at or above: does not; else it is open. */
const below = ({ low, high }: Estimate): Verdict =>
  high < 0 ? 'holds' : low >= 0 ? 'does not hold' : 'open';
const above = ({ low, high }: Estimate): Verdict =>
  low > 0 ? 'holds' : high <= 0 ? 'does not hold' : 'open';
const near =
  (most: number) =>
  ({ low, high }: Estimate): Verdict =>
    low >= -most && high <= most ? 'holds' : low > most || high < -most ? 'does not hold' : 'open';

export function claimsOf(runs: Runs): Claim[] {
  return [...alphaClaims(runs), ...schemeClaims(runs), ...sizeClaims(runs)];
}

/** Moves and slots count from α = 0.05 on: at α = 0 they are free, and how many an optimal plan has is arbitrary. */
function alphaClaims(runs: Runs): Claim[] {
  const settings = (['unit', 'capacity'] as const).flatMap((pricing) =>
    [2, 5].map((locations) => ({ pricing, locations, setting: `R = ${locations}, ${pricing}` })),
  );
  const against = (
    metric: Metric,
    [alpha, least]: readonly [string, string],
    verdict: (difference: Estimate) => Verdict,
  ): Finding[] =>
    settings.map(({ pricing, locations, setting }) => {
      const at = (value: string) => valuesOf(runs.of('32x10', locations, 'optimal', value, pricing), metric);
      const difference = paired(at(alpha), at(least));
      return { setting, verdict: verdict(difference), what: `α = ${alpha} against ${least}`, difference };
    });
  return [
    {
      figure: '5(a)',
      text: 'A higher α saves less.',
      findings: against('reductionPercent', ['1', '0'], below),
    },
    {
      figure: '5(b)',
      text: 'A higher α moves fewer microservices.',
      findings: against('restarts', ['1', '0.05'], below),
    },
    {
      figure: '5(c)',
      text: 'A higher α takes fewer slots.',
      findings: against('slots', ['1', '0.05'], below),
    },
    {
      figure: '5(a)',
      text: 'α = 0.1 saves about what α = 0 saves.',
      findings: against('reductionPercent', ['0.1', '0'], near(COMPARABLE.reductionPercent)),
    },
    {
      figure: '5',
      text: 'α costs more saving at R = 5 than at R = 2.',
      findings: (['unit', 'capacity'] as const).map((pricing) => {
        const lost = (locations: number) => {
          const at = (alpha: string) => runs.of('32x10', locations, 'optimal', alpha, pricing);
          const [none, most] = [at('0'), at('1')];
          return none.map((run, i) => run.reductionPercent - most[i].reductionPercent);
        };
        const difference = unpaired(lost(5), lost(2));
        return { setting: pricing, verdict: above(difference), what: 'lost from α = 0 to 1', difference };
      }),
    },
  ];
}

/** One scheme against another on the same configurations. */
function compare(
  runs: Runs,
  size: Size,
  locations: readonly number[],
  [first, second]: readonly [Scheme, Scheme],
  metric: Metric,
  verdict: (difference: Estimate) => Verdict,
): Finding[] {
  return locations.map((count) => {
    const of = (scheme: Scheme) => valuesOf(runs.of(size, count, scheme), metric);
    const difference = paired(of(first), of(second));
    const what = `${labelOf(runs, size, first)} against ${labelOf(runs, size, second)}`;
    return { setting: `R = ${count}`, verdict: verdict(difference), what, difference };
  });
}

function schemeClaims(runs: Runs): Claim[] {
  const small = (
    pair: readonly [Scheme, Scheme],
    metric: Metric,
    verdict: (difference: Estimate) => Verdict,
  ) => compare(runs, '32x10', [2, 5], pair, metric, verdict);
  const cost = near(margin('reductionPercent', '32x10'));
  const moves = near(margin('restarts', '32x10'));
  return [
    claim('6(a)', 'The heuristic saves more than RU.', small(['heuristic', 'RU'], 'reductionPercent', above)),
    claim(
      '6(a)',
      'RC saves about what the optimum saves.',
      small(['RC', 'optimal'], 'reductionPercent', cost),
    ),
    claim('6(a)', 'RC saves more than the heuristic.', small(['RC', 'heuristic'], 'reductionPercent', above)),
    claim('6(b)', 'RC restarts the most microservices.', [
      ...small(['RC', 'RU'], 'restarts', above),
      ...small(['RC', 'optimal'], 'restarts', above),
    ]),
    claim(
      '6(b)',
      'The heuristic moves about as many as the optimum.',
      small(['heuristic', 'optimal'], 'restarts', moves),
    ),
    claim(
      '6(b)',
      'The heuristic moves fewer than RU restarts.',
      small(['heuristic', 'RU'], 'restarts', below),
    ),
    claim('6(c)', 'RU takes longer than the heuristic.', small(['RU', 'heuristic'], 'slots', above)),
    claim('6(c)', 'RU takes longer than the optimum.', small(['RU', 'optimal'], 'slots', above)),
    claim(
      '6(d)',
      'RC keeps fewer limits than the heuristic.',
      small(['RC', 'heuristic'], 'keptPercent', below),
    ),
    claim(
      '6(d)',
      'RU keeps fewer limits than the heuristic.',
      small(['RU', 'heuristic'], 'keptPercent', below),
    ),
    claim('6(d)', 'RC keeps fewer limits than RU.', small(['RC', 'RU'], 'keptPercent', below)),
    claim('6(d)', 'RC and RU keep fewer limits at R = 5 than at R = 2.', [
      between(runs, '32x10', 'RC', 'keptPercent', below),
      between(runs, '32x10', 'RU', 'keptPercent', below),
    ]),
  ];
}

function sizeClaims(runs: Runs): Claim[] {
  const all = [2, 3, 4, 5];
  const large = (
    pair: readonly [Scheme, Scheme],
    metric: Metric,
    verdict: (difference: Estimate) => Verdict,
  ) => compare(runs, '100x27', all, pair, metric, verdict);
  const moves = near(margin('restarts', '100x27'));
  return [
    claim('7(a)', 'The heuristic saves more than RU.', large(['heuristic', 'RU'], 'reductionPercent', above)),
    claim('7(a)', 'The heuristic saves less at R = 5 than at R = 2.', [
      between(runs, '100x27', 'heuristic', 'reductionPercent', below),
    ]),
    claim('7(b)', 'The heuristic moves the same number at R = 5 as at R = 2.', [
      between(runs, '100x27', 'heuristic', 'restarts', moves),
    ]),
    claim('7(b)', 'RU restarts ever more than the heuristic moves as R grows.', [againstHeuristic(runs)]),
    claim('7(c)', 'RU takes longer than the heuristic.', large(['RU', 'heuristic'], 'slots', above)),
    claim('7(c)', 'RU takes longer than with 32 microservices.', larger(runs, 'RU', 'slots', above)),
    claim(
      '7(c)',
      'The heuristic takes longer than with 32 microservices.',
      larger(runs, 'heuristic', 'slots', above),
    ),
    claim('7(d)', 'RC and RU keep fewer limits than with 32 microservices.', [
      ...larger(runs, 'RC', 'keptPercent', below),
      ...larger(runs, 'RU', 'keptPercent', below),
    ]),
    claim(
      '7(d)',
      'RC keeps fewer limits than the heuristic.',
      large(['RC', 'heuristic'], 'keptPercent', below),
    ),
    claim(
      '7(d)',
      'RU keeps fewer limits than the heuristic.',
      large(['RU', 'heuristic'], 'keptPercent', below),
    ),
  ];
}

function claim(figure: string, text: string, findings: Finding[]): Claim {
  return { figure, text, findings };
}

/** R = 5 against R = 2: other configurations. */
function between(
  runs: Runs,
  size: Size,
  scheme: Scheme,
  metric: Metric,
  verdict: (difference: Estimate) => Verdict,
): Finding {
  const of = (locations: number): Run[] => runs.of(size, locations, scheme);
  const difference = unpaired(valuesOf(of(5), metric), valuesOf(of(2), metric));
  const label = labelOf(runs, size, scheme);
  return { setting: label, verdict: verdict(difference), what: 'R = 5 against R = 2', difference };
}

/** By how much RU restarts more than the heuristic moves, R = 5 against R = 2. */
function againstHeuristic(runs: Runs): Finding {
  const more = (locations: number) => {
    const heuristic = runs.of('100x27', locations, 'heuristic');
    return runs.of('100x27', locations, 'RU').map((run, i) => run.restarts - heuristic[i].restarts);
  };
  const difference = unpaired(more(5), more(2));
  const what = 'what RU restarts more, R = 5 against R = 2';
  return { setting: 'RU', verdict: above(difference), what, difference };
}

/** 100 × 27 against 32 × 10, at the two R that both have. */
function larger(
  runs: Runs,
  scheme: Scheme,
  metric: Metric,
  verdict: (difference: Estimate) => Verdict,
): Finding[] {
  return [2, 5].map((locations) => {
    const of = (size: Size) => valuesOf(runs.of(size, locations, scheme), metric);
    const difference = unpaired(of('100x27'), of('32x10'));
    const setting = `${labelOf(runs, '100x27', scheme)}, R = ${locations}`;
    return { setting, verdict: verdict(difference), what: '100 × 27 against 32 × 10', difference };
  });
}
