import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Arguments that a command does not take. */
export class UsageError extends Error {
  override name = 'UsageError';
}

type Flags = NonNullable<ParseArgsConfig['options']>;

/**
 * The arguments of a command. An option given twice is an error: only the last would count, and that unnoticed.
 * @throws UsageError, or a TypeError of parseArgs for an option that does not exist
 */
export function readFlags<const Options extends Flags>(argv: readonly string[], options: Options) {
  const parsed = parseArgs({ args: [...argv], allowPositionals: true, options, tokens: true });
  const seen = new Set<string>();
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    if (seen.has(token.name)) throw new UsageError(`--${token.name} is given more than once`);
    seen.add(token.name);
  }
  return parsed;
}
