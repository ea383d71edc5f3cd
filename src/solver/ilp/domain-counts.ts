import type { DomainRule } from '../../model/problem/side-rules.ts';
import type { Draft } from './draft.ts';
import { addTaken, type Route } from './moves.ts';
import { Sum } from './sum.ts';

/** Where the routes of some workloads lead, as one domain sees it. */
interface Traffic {
  readonly inward: Route[];
  readonly outward: Route[];
  readonly within: Route[];
}

/**
 * Copies of the counted workloads of a rule per domain and slot, as sums of moves: U, L and E of
 * `model/problem/side-rules.ts`. The slots count from 1.
 */
export class DomainCounts {
  readonly #draft: Draft;
  readonly #atStart: Int32Array;
  readonly #traffic: readonly Traffic[];
  /** Routes of the subjects into each domain, from anywhere, [domain]. */
  readonly arrivals: readonly Route[][];
  /** Copies counted in all. */
  readonly total: number;
  /** Whether whatever is counted is judged when it arrives. */
  readonly judgesAll: boolean;

  constructor(draft: Draft, { domainOf, domains, counted, subjects }: DomainRule) {
    const { problem, moves, program } = draft;
    this.#draft = draft;
    this.#atStart = new Int32Array(domains);
    this.#traffic = Array.from({ length: domains }, () => ({ inward: [], outward: [], within: [] }));
    this.arrivals = Array.from({ length: domains }, () => []);
    const isCounted = new Set(counted);
    const isSubject = new Set(subjects);
    this.judgesAll = counted.every((workload) => isSubject.has(workload));
    this.total = counted.reduce((sum, workload) => sum + problem.replicas[workload], 0);
    for (const workload of new Set([...counted, ...subjects])) {
      const counts = isCounted.has(workload);
      for (let group = problem.groupStart[workload]; group < problem.groupStart[workload + 1]; group++) {
        const from = domainOf[problem.groupNode[group]];
        if (counts && from >= 0) this.#atStart[from] += problem.groupCount[group];
        program.effort(moves.leaving[group].length);
        for (const route of moves.leaving[group]) {
          const to = domainOf[route.target];
          if (to >= 0 && isSubject.has(workload)) this.arrivals[to].push(route);
          if (counts) this.#count(route, from, to);
        }
      }
    }
  }

  #count(route: Route, from: number, to: number): void {
    if (from === to) {
      if (to >= 0) this.#traffic[to].within.push(route);
      return;
    }
    if (to >= 0) this.#traffic[to].inward.push(route);
    if (from >= 0) this.#traffic[from].outward.push(route);
  }

  atStart(domain: number): number {
    return this.#atStart[domain];
  }

  /** E. */
  after(domain: number, slot: number): Sum {
    const { inward, outward } = this.#traffic[domain];
    const sum = new Sum().addConstant(this.#atStart[domain]);
    return addTaken(addTaken(sum, inward, 1, slot, 1), outward, 1, slot, -1);
  }

  /** U. */
  most(domain: number, slot: number): Sum {
    const { inward, within } = this.#traffic[domain];
    const twice = within.filter((route) => !this.#recreates(route));
    const sum = addTaken(this.after(domain, slot - 1), inward, slot, slot, 1);
    return addTaken(sum, twice, slot, slot, 1);
  }

  /** L. */
  fewest(domain: number, slot: number): Sum {
    const { outward, within } = this.#traffic[domain];
    const gone = within.filter((route) => this.#recreates(route));
    return addTaken(addTaken(this.after(domain, slot - 1), outward, slot, slot, -1), gone, slot, slot, -1);
  }

  /** The largest that U can be. */
  ceiling(domain: number, slot: number): number {
    const most = this.#draft.program.most(this.most(domain, slot));
    return Math.min(most, 2 * this.total);
  }

  /** A 0/1 column that is 1 when one of the routes is taken in the slot. */
  indicator(routes: readonly Route[], slot: number): number {
    const { program } = this.#draft;
    const column = program.column(1);
    const taken = addTaken(new Sum(), routes, slot, slot, 1);
    program.indicate(taken, this.#movers(routes), column);
    return column;
  }

  /** Replicas that can take one of the routes. */
  #movers(routes: readonly Route[]): number {
    const { groupCount } = this.#draft.problem;
    return [...new Set(routes.map(({ group }) => group))].reduce((sum, group) => sum + groupCount[group], 0);
  }

  #recreates({ group }: Route): boolean {
    const { recreate, groupWorkload } = this.#draft.problem;
    return recreate[groupWorkload[group]] === 1;
  }
}
