import type { Answers } from '../others/ask.ts';
import { asProgram, type Instance, paperInstance, SMALL } from './instance.ts';
import { seedsOf } from './seeds.ts';

/** Numbers of locations that the small instances have. */
export const SMALL_LOCATIONS = [2, 5];
/** Processor seconds, and what an instance counts that takes longer. */
export const SCIP_SECONDS = 600;
export const SCIP_SCRIPT = 'scip_paper.py';

export function smallInstances(commit: string, locations: number, count: number): Instance[] {
  const seeds = seedsOf(commit, `32 × 10, R=${locations}`, count);
  return seeds.map((seed) => paperInstance(SMALL, locations, seed));
}

/** SCIP's T: as many slots as replicas, as in the paper. */
export const allSlots = ({ snapshot }: Instance) => snapshot.workloads.length;

/** Up to 600 s an instance, so the sizes take turns: whatever has been solved when it is printed is of both. */
export function runScip(commit: string, answers: Answers, count: number): void {
  const sets = SMALL_LOCATIONS.map((locations) => smallInstances(commit, locations, count));
  for (let i = 0; i < count; i++) {
    for (const set of sets) {
      const answer = answers.ask(SCIP_SCRIPT, asProgram(set[i], allSlots(set[i])).program, SCIP_SECONDS);
      console.error(
        `${set[i].name} seed ${set[i].seed}: SCIP ${answer.status}, ${answer.cpuSeconds.toFixed(0)} s`,
      );
    }
  }
}
