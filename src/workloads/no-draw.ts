/** No deployment of these parameters was drawn, and probably there is none. */
export class NoDraw extends RangeError {
  override name = 'NoDraw';
  /** The parameter to change first. */
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** Most times that a draw is made again. */
const ATTEMPTS = 2000;
/** Steps of all attempts together, each some nanoseconds: a second or so in all. */
const STEPS = 50_000_000;

/** How often something is drawn, when one draw takes so many steps: large deployments are drawn less often. */
export function attemptsOf(steps: number): number {
  return Math.max(1, Math.min(ATTEMPTS, Math.floor(STEPS / Math.max(1, steps))));
}
