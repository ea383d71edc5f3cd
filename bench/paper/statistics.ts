/** A mean and its 95 % confidence interval by Student's t. */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
  count: number;
}

/** Of independent values. One value alone says nothing about its spread: the interval is then infinite. */
export function estimate(values: readonly number[]): Estimate {
  const { mean, variance } = moments(values);
  return around(mean, Math.sqrt(variance / values.length), values.length - 1, values.length);
}

/** Mean of first − second, value by value on the same configurations. */
export function paired(first: readonly number[], second: readonly number[]): Estimate {
  if (first.length !== second.length) throw new RangeError('paired values come in equal numbers');
  return estimate(first.map((value, i) => value - second[i]));
}

/** Difference of two means over different configurations: Welch's interval, its degrees of freedom rounded down. */
export function unpaired(first: readonly number[], second: readonly number[]): Estimate {
  const [a, b] = [first, second].map((values) => ({ ...moments(values), count: values.length }));
  const [s, t] = [a, b].map(({ variance, count }) => variance / count);
  const error = Math.sqrt(s + t);
  const freedom = error === 0 ? 1 : (s + t) ** 2 / (s ** 2 / (a.count - 1) + t ** 2 / (b.count - 1));
  return around(a.mean - b.mean, error, Math.floor(freedom), Math.min(a.count, b.count));
}

function moments(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: values.length > 1 ? squares / (values.length - 1) : Number.POSITIVE_INFINITY };
}

function around(mean: number, error: number, freedom: number, count: number): Estimate {
  const certain = error === 0 || error === Number.POSITIVE_INFINITY;
  const half = certain ? error : studentQuantile(Math.max(1, freedom)) * error;
  return { mean, low: mean - half, high: mean + half, count };
}

/** The t that a variable of Student's distribution stays within, either way, with probability 0.95. */
export function studentQuantile(freedom: number): number {
  let [low, high] = [0, 13];
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return high;
}

/** P(|T| < t) for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
function within(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = freedom % 2 === 1;
  let [term, sum] = odd ? [cosine, 0] : [1, 0];
  for (let k = odd ? 1 : 0; k <= freedom - 2; k += 2) {
    sum += term;
    term *= ((k + 1) / (k + 2)) * cosine * cosine;
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}
