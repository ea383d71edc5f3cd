import { Options } from '../options.ts';
import { ErrorList, type Path } from './error-list.ts';
import { HINTS } from './hints.ts';
import { structureOf } from './structure.ts';

const checkStructure = structureOf(Options, HINTS);

/** @param root where the options are within the input */
export function optionsErrors(input: unknown, root: Path): ErrorList {
  const errors = new ErrorList(root);
  checkStructure(input, [], errors);
  for (const error of errors.found) {
    if (error.path.at(-1) === 'strategy' && error.code === 'format') error.code = 'unknown-strategy';
  }
  return errors;
}
