import { Options } from '../options.ts';
import { AMOUNT_RULES } from './amount-rules.ts';
import { ErrorList, type Path } from './error-list.ts';
import { structureOf } from './structure.ts';

const checkStructure = structureOf(Options, AMOUNT_RULES);

/** @param root where the options are within the input */
export function optionsErrors(input: unknown, root: Path): ErrorList {
  const errors = new ErrorList(root);
  checkStructure(input, [], errors);
  for (const error of errors.found) {
    if (error.path.at(-1) === 'strategy' && error.code === 'format') error.code = 'unknown-strategy';
  }
  return errors;
}
