import { type Amounts, NO_AMOUNTS, readAmounts } from './amounts.ts';
import type { Dump } from './dump.ts';

/** By namespace what a container requests that says nothing itself, of all LimitRanges there. */
export function defaultRequests(dump: Dump): Map<string, Amounts> {
  const defaults = new Map<string, Amounts>();
  for (const range of dump.all('LimitRange')) {
    for (const limit of range.claimed.at('spec').at('limits').list()) {
      if (limit.at('type').text() !== 'Container') continue;
      const given = new Map([
        ...readAmounts(limit.at('default')),
        ...readAmounts(limit.at('defaultRequest')),
      ]);
      defaults.set(range.namespace, new Map([...(defaults.get(range.namespace) ?? NO_AMOUNTS), ...given]));
    }
  }
  return defaults;
}
