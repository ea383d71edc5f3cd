import { WorkloadRef } from '../names.ts';
import { refKey } from '../snapshot.ts';
import { eachDuplicate } from './duplicates.ts';
import { type ErrorList, show } from './error-list.ts';
import { callsOf, isWhole, keyOf, pairsOf, text, workloadsOf } from './readable.ts';

/** The two ends of calls and of latency pairs. */

export function unknownWorkloads(snapshot: unknown, errors: ErrorList): void {
  const workloads = workloadsOf(snapshot);
  if (!isWhole(snapshot, 'workloads', workloads)) return;
  const known = new Set(workloads.map(keyOf));
  for (const [c, call] of callsOf(snapshot).entries()) {
    for (const end of ends(call)) {
      const ref = text(call, end) ?? '';
      // A reference that can't be one is an error of its own.
      if (known.has(refKey(ref)) || !WorkloadRef.safeParse(ref).success) continue;
      errors.add(['calls', c, end], 'unknown-workload', () => {
        const elsewhere = namesakes(known, ref);
        const hint = elsewhere.length === 1 ? `; did you mean ${show(elsewhere[0])}?` : '';
        return `there is no workload ${show(refKey(ref))}${hint}`;
      });
    }
  }
}

/** Workloads of the same name in any namespace: most often the namespace was forgotten. */
function namesakes(known: ReadonlySet<string | undefined>, ref: string): string[] {
  const name = refKey(ref).split('/')[1];
  return [...known].filter((key) => key?.split('/')[1] === name).filter((key) => key !== undefined);
}

/** `from` and `to` in the order in which they stand. */
function ends(call: unknown): string[] {
  if (typeof call !== 'object' || call === null) return [];
  return Object.keys(call).filter((key) => key === 'from' || key === 'to');
}

export function selfCalls(snapshot: unknown, errors: ErrorList): void {
  for (const [c, call] of callsOf(snapshot).entries()) {
    const from = text(call, 'from');
    const to = text(call, 'to');
    if (from === undefined || to === undefined || refKey(from) !== refKey(to)) continue;
    errors.add(['calls', c], 'self-call', () => `${show(refKey(from))} calls itself; leave such calls out`);
  }
}

export function duplicateCalls(snapshot: unknown, errors: ErrorList): void {
  const keyOfCall = (call: unknown) => pairKey(call, refKey);
  eachDuplicate(callsOf(snapshot), keyOfCall, (c, key, first) => {
    errors.add(['calls', c], 'duplicate-pair', () => `calls[${first()}] is ${key} too`);
  });
}

export function duplicatePairs(snapshot: unknown, errors: ErrorList): void {
  const keyOfPair = (pair: unknown) => pairKey(pair, String);
  eachDuplicate(pairsOf(snapshot), keyOfPair, (i, key, first) => {
    errors.add(['latency', 'pairs', i], 'duplicate-pair', () => `pairs[${first()}] is ${key} too`);
  });
}

function pairKey(pair: unknown, name: (end: string) => string): string | undefined {
  const from = text(pair, 'from');
  const to = text(pair, 'to');
  return from === undefined || to === undefined ? undefined : `${name(from)} -> ${name(to)}`;
}
