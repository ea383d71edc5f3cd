const PRINTED_FAILURES = 5;

/** What a part of the comparison found. */
export class Report {
  readonly title: string;
  passed = 0;
  failed = 0;
  /** How often something was drawn that the comparison needs to mean anything. */
  readonly counts = new Map<string, number>();
  readonly #meant = new Map<string, number>();

  constructor(title: string) {
    this.title = title;
  }

  /** One comparison. Few failures are printed, all are counted. */
  same(isSame: boolean, what: () => unknown): void {
    if (isSame) this.passed++;
    else if (this.failed++ < PRINTED_FAILURES) console.log(`FAILED ${this.title}: ${JSON.stringify(what())}`);
  }

  /** A difference that is meant: neither passed nor failed. */
  means(name: string): void {
    add(this.#meant, name);
  }

  count(what: string): void {
    add(this.counts, what);
  }

  /** One more comparison: whether something was drawn often enough, and not too often. */
  within(what: string, least: number, most = Number.POSITIVE_INFINITY): void {
    const value = this.counts.get(what) ?? 0;
    this.same(value >= least && value <= most, () => `${what}: ${value} is not within ${least} and ${most}`);
  }

  print(): void {
    console.log(`${this.title}: ${this.passed} the same, ${this.failed} not`);
    for (const [what, count] of this.counts) console.log(`  ${count} ${what}`);
    for (const [name, count] of this.#meant) console.log(`  ${count} times meant: ${name}`);
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
