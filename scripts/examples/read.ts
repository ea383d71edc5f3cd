import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Question, readQuestion } from '../../src/model/read-question.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { boutiqueSnapshot } from './boutique.ts';
import { paperSnapshot } from './paper.ts';

export const EXAMPLES_FOLDER = join(import.meta.dirname, '../../examples');

export const EXAMPLES = ['hand', 'paper', 'boutique'] as const;
export type ExampleName = (typeof EXAMPLES)[number];

/** The examples whose snapshot a script makes. `hand` is written by hand. */
export const GENERATED: Partial<Record<ExampleName, () => Snapshot>> = {
  paper: paperSnapshot,
  boutique: boutiqueSnapshot,
};

/** The committed question of an example; no file of options means the defaults. */
export function readExample(name: ExampleName): Question {
  const file = (kind: string) => join(EXAMPLES_FOLDER, name, `${kind}.json`);
  const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const options = existsSync(file('options')) ? json(file('options')) : {};
  const question = readQuestion({ snapshot: json(file('snapshot')), options });
  if ('errors' in question)
    throw new Error(`${name}: ${question.errors.map(({ message }) => message).join('; ')}`);
  return question;
}
