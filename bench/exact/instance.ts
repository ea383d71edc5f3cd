import { canonicalSnapshot } from '../../src/model/canonical.ts';
import { type Options, type ResolvedOptions, resolveOptions } from '../../src/model/options.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { generateWorkload } from '../../src/workloads/generate.ts';
import { PAPER_PARAMETERS } from '../../src/workloads/parameters.ts';
import { type Program, toProgram } from '../others/program.ts';

/** A question that every solver is asked. */
export interface Instance {
  name: string;
  seed: number;
  snapshot: Snapshot;
}

/** α = 0.1, latency in the end only, and no rule about spread, as in the paper. */
export const ASKED: Options = {
  objective: { kind: 'weighted', alpha: '0.1' },
  latencyIn: 'end',
  keepSpread: false,
};

export const SMALL = { applications: 8, microservices: 4, nodes: 10 };
export const LARGE = { applications: 25, microservices: 4, nodes: 27 };

/** A deployment as in the paper's evaluation, of the sizes given. */
export function paperInstance(size: typeof SMALL, locations: number, seed: number): Instance {
  const snapshot = generateWorkload({ ...PAPER_PARAMETERS, ...size, locations, seed });
  const name = `${size.applications * size.microservices} × ${size.nodes}, R=${locations}`;
  return { name, seed, snapshot: canonicalSnapshot(snapshot) };
}

/** The question as the other solvers get it, with the problem that its indices belong to. */
export function asProgram(
  { snapshot }: Instance,
  slots: number,
): { problem: Problem; options: ResolvedOptions; program: Program } {
  const options = resolveOptions(snapshot, { ...ASKED, maxSlots: slots });
  const problem = toProblem(snapshot, options);
  return { problem, options, program: toProgram(problem, options.maxSlots) };
}
