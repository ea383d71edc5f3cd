/** A linear sum of columns with whole coefficients: constant + Σ coefficient · column. */
export class Sum {
  readonly terms = new Map<number, number>();
  constant = 0;

  add(column: number, coefficient: number): this {
    const total = (this.terms.get(column) ?? 0) + coefficient;
    if (total === 0) this.terms.delete(column);
    else this.terms.set(column, total);
    return this;
  }

  addConstant(amount: number): this {
    this.constant += amount;
    return this;
  }

  addSum(other: Sum, factor: number): this {
    if (factor === 0) return this;
    for (const [column, coefficient] of other.terms) this.add(column, coefficient * factor);
    return this.addConstant(other.constant * factor);
  }

  /** The largest size of a coefficient. */
  largest(): number {
    let largest = 0;
    for (const coefficient of this.terms.values()) largest = Math.max(largest, Math.abs(coefficient));
    return largest;
  }

  /** Greatest common divisor of the coefficients; 1 when there are none. */
  commonFactor(): number {
    let factor = 0;
    for (let value of this.terms.values()) {
      value = Math.abs(value);
      while (value !== 0) [factor, value] = [value, factor % value];
      if (factor === 1) return 1;
    }
    return factor || 1;
  }
}
