import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTSIDE_DATA } from '../outside-data.ts';

/** An instance of the ROADEF/EURO challenge 2012 (Google machine reassignment), as far as its hard rules go. */
export interface Reassignment {
  name: string;
  /** Whether a process on its way needs the resource on both machines, per resource. */
  transient: boolean[];
  machines: { neighbourhood: number; location: number; capacity: number[] }[];
  services: { spreadMin: number; dependsOn: number[] }[];
  processes: { service: number; requirement: number[] }[];
  /** Machine of each process at the start. */
  assignment: number[];
}

/** Whole numbers between blanks, taken one after the other. */
class Numbers {
  readonly #numbers: number[];
  #at = 0;

  constructor(text: string) {
    this.#numbers = text.split(/\s+/).filter(Boolean).map(Number);
  }

  take(): number {
    const value = this.#numbers[this.#at++];
    if (value === undefined || !Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`no whole number at place ${this.#at}`);
    return value;
  }

  list<Value>(count: number, read: () => Value): Value[] {
    return Array.from({ length: count }, read);
  }

  rest(): number {
    return this.#numbers.length - this.#at;
  }
}

/** The model and the assignment, in the format of the challenge; its cost terms are skipped. */
export function parseReassignment(name: string, model: string, assignment: string): Reassignment {
  const numbers = new Numbers(model);
  const take = () => numbers.take();
  const amounts = () => numbers.list(resources, take);
  const resources = take();
  const transient = numbers.list(resources, () => {
    const isTransient = take() === 1;
    take();
    return isTransient;
  });
  const count = take();
  const machines = numbers.list(count, () => {
    const [neighbourhood, location, capacity] = [take(), take(), amounts()];
    // Safety capacities and costs of moving to every machine.
    numbers.list(resources + count, take);
    return { neighbourhood, location, capacity };
  });
  const services = numbers.list(take(), () => ({ spreadMin: take(), dependsOn: numbers.list(take(), take) }));
  const processes = numbers.list(take(), () => {
    const [service, requirement] = [take(), amounts()];
    take();
    return { service, requirement };
  });
  // Balance costs (two resources, a target, a weight) and the weights of three kinds of moves.
  numbers.list(take() * 4 + 3, take);
  if (numbers.rest() > 0) throw new RangeError(`${name}: ${numbers.rest()} numbers too many`);
  const start = new Numbers(assignment);
  return {
    name,
    transient,
    machines,
    services,
    processes,
    assignment: start.list(processes.length, () => start.take()),
  };
}

/** Instances a1_1 to a1_5; undefined where the outside data is not there. */
export function readReassignments(): Reassignment[] | undefined {
  const folder = join(OUTSIDE_DATA, 'roadef2012');
  if (!existsSync(folder)) return undefined;
  const text = (file: string) => readFileSync(join(folder, file), 'utf8');
  return ['a1_1', 'a1_2', 'a1_3', 'a1_4', 'a1_5'].map((name) =>
    parseReassignment(name, text(`model_${name}.txt`), text(`assignment_${name}.txt`)),
  );
}
