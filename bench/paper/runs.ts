import { SOLVER_VERSION } from '../../src/solver/version.ts';
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
  solverVersion: string;
}

export interface Extent {
  commit: string;
  /** Configurations for each size and number of locations. */
  configurations: number;
  /** How many of them the exact strategy plans in the large scenario, where it takes its whole work limit. */
  proofs: number;
  /** Most work units of a plan, about a microsecond each. */
  workLimit: number;
}

export const GROUPS = (Object.keys(SIZES) as Size[]).flatMap((size) =>
  SIZES[size].locations.map((locations) => [size, locations] as const),
);

type Asked = readonly [pricing: Pricing, scheme: Scheme, alpha: string];

const EXACT: readonly Asked[] = [
  ['unit', 'optimal', ALPHA],
  ['unit', 'oneSlot', ALPHA],
];
const OTHERS: readonly Asked[] = (['heuristic', 'narrow', 'RC', 'RU'] as const).map(
  (scheme): Asked => ['unit', scheme, ALPHA],
);
/** Fig. 5 asks for every α in both pricings, which are one at α = 0. */
const OTHER_ALPHAS: readonly Asked[] = ALPHAS.flatMap((alpha): Asked[] => [
  ...(alpha === ALPHA ? [] : [['unit', 'optimal', alpha] as const]),
  ...(alpha === '0' ? [] : [['capacity', 'optimal', alpha] as const]),
]);

/** Every plan, one after the other; what takes long comes last. */
export async function* measureAll(extent: Extent): AsyncGenerator<Run> {
  for (let index = 0; index < extent.configurations; index++) {
    for (const [size, locations] of GROUPS) {
      const asked = size === '32x10' ? [...EXACT, ...OTHERS, ...OTHER_ALPHAS] : OTHERS;
      yield* measureOne(extent, size, locations, index, asked);
    }
  }
  for (let index = 0; index < extent.proofs; index++)
    for (const [size, locations] of GROUPS)
      if (size === '100x27') yield* measureOne(extent, size, locations, index, EXACT);
}

async function* measureOne(
  { commit, workLimit }: Extent,
  size: Size,
  locations: number,
  index: number,
  asked: readonly Asked[],
): AsyncGenerator<Run> {
  const seed = seedsOf(commit, size, locations, index + 1)[index];
  for (const [pricing, scheme, alpha] of asked) {
    const snapshot = configuration(size, locations, pricing, seed);
    const measured = await measure(snapshot, scheme, alpha, workLimit);
    yield { size, locations, pricing, seed, solverVersion: SOLVER_VERSION, ...measured };
  }
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
