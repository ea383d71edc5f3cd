import type { Solved } from './solved.ts';

/** Money below which two values are equal: far below α and every price here. */
const EQUAL = 1e-6;

/**
 * What can't be true of several answers to one instance: a bound above a checked value that it speaks of, a plan that
 * breaks a rule, or a claim that the checker does not confirm.
 */
export function contradictions(answers: readonly Solved[]): string[] {
  const found = answers.flatMap(({ solver, wrong }) => wrong.map((message) => `${solver}: ${message}`));
  for (const { solver, bound, maxSlots } of answers) {
    for (const other of answers) {
      const { value, slots, wrong } = other;
      if (value === undefined || wrong.length > 0 || slots > maxSlots) continue;
      if (bound > value + EQUAL)
        found.push(`${solver} has the bound ${bound}, but ${other.solver} a plan of ${value}`);
    }
  }
  return found;
}
