import type { Snapshot } from '../../src/model/snapshot.ts';
import { generateWorkload } from '../../src/workloads/generate.ts';
import { PAPER_PARAMETERS } from '../../src/workloads/parameters.ts';

/**
 * The first deployment of the paper's evaluation that the generator makes: 8 applications × 4 microservices on 10 nodes
 * in 2 locations. Seed 1, the first one tried: the example is not picked.
 */
export function paperSnapshot(): Snapshot {
  return generateWorkload({ ...PAPER_PARAMETERS, seed: 1 });
}
