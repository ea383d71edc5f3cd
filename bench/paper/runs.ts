import { configuration, type Pricing, SIZES, type Size, seedsOf } from './configurations.ts';
import { type Measured, measure, type Scheme } from './measure.ts';

export const ALPHAS = ['0', '0.05', '0.1', '0.2', '0.5', '1'] as const;

/** The α of all comparisons between schemes. */
export const ALPHA = '0.1';

export interface Run extends Measured {
  size: Size;
  locations: number;
  pricing: Pricing;
  seed: number;
}

export interface Extent {
  commit: string;
  /** Configurations for each number of locations. */
  configurations: Record<Size, number>;
  /** Most work units of a plan, about a microsecond each. */
  workLimit: Record<Size, number>;
}

export const GROUPS = (Object.keys(SIZES) as Size[]).flatMap((size) =>
  SIZES[size].locations.map((locations) => [size, locations] as const),
);

/** Every plan of every configuration, one after the other; first the first configuration of each group, and so on. */
export async function* measureAll({ commit, configurations, workLimit }: Extent): AsyncGenerator<Run> {
  const most = Math.max(...Object.values(configurations));
  for (let index = 0; index < most; index++) {
    for (const [size, locations] of GROUPS) {
      if (index >= configurations[size]) continue;
      const seed = seedsOf(commit, size, locations, index + 1)[index];
      for (const [pricing, scheme, alpha] of plansOf(size)) {
        const snapshot = configuration(size, locations, pricing, seed);
        const measured = await measure(snapshot, scheme, alpha, workLimit[size]);
        yield { size, locations, pricing, seed, ...measured };
      }
    }
  }
}

/** Fig. 5 asks for every α in both pricings, which are one at α = 0; all schemes are compared in one pricing at one α. */
function plansOf(size: Size): [Pricing, Scheme, string][] {
  const compared: Scheme[] = ['optimal', 'oneSlot', 'heuristic', 'narrow', 'RC', 'RU'];
  const plans = compared.map((scheme): [Pricing, Scheme, string] => ['unit', scheme, ALPHA]);
  if (size !== '32x10') return plans;
  const others = ALPHAS.filter((alpha) => alpha !== ALPHA);
  return [
    ...plans,
    ...others.map((alpha): [Pricing, Scheme, string] => ['unit', 'optimal', alpha]),
    ...ALPHAS.slice(1).map((alpha): [Pricing, Scheme, string] => ['capacity', 'optimal', alpha]),
  ];
}

/** The runs of one kind, in the order of their seeds. */
export class Runs {
  readonly #runs: readonly Run[];

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  /** At α = 0 the prices' unit changes nothing: both pricings have the same runs. */
  of(size: Size, locations: number, scheme: Scheme, alpha: string = ALPHA, pricing: Pricing = 'unit'): Run[] {
    return this.#runs
      .filter(
        (run) =>
          run.size === size &&
          run.locations === locations &&
          run.scheme === scheme &&
          run.alpha === alpha &&
          (run.pricing === pricing || alpha === '0'),
      )
      .sort((a, b) => a.seed - b.seed);
  }
}
