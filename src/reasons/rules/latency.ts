import { byName, countReplicas } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import { type Call, refKey, workloadKey } from '../../model/snapshot.ts';
import type { LiftRule } from '../lift-rule.ts';

/** Latency, call by call: lifted, the call has no limit. */

const subjectOf = ({ from, to }: Call) => `${refKey(from)} -> ${refKey(to)}`;

function callOf({ snapshot }: Question, subject: string): Call | undefined {
  return snapshot.calls?.find((call) => subjectOf(call) === subject);
}

/** Limits that a call may be given: the known latencies above the one it has, ascending. */
function higherLimits(question: Question, subject: string): number[] {
  const limit = callOf(question, subject)?.maxLatencyMicroseconds ?? 0;
  const known = (question.snapshot.latency?.pairs ?? []).map(({ microseconds }) => microseconds);
  return [...new Set(known)].filter((microseconds) => microseconds > limit).sort((a, b) => a - b);
}

function withLimit({ snapshot, options }: Question, subjects: ReadonlySet<string>, limit?: number): Question {
  const calls = (snapshot.calls ?? []).map((call) => {
    if (!subjects.has(subjectOf(call))) return call;
    const { maxLatencyMicroseconds: _, ...rest } = call;
    return limit === undefined ? rest : { ...rest, maxLatencyMicroseconds: limit };
  });
  return { snapshot: { ...snapshot, calls }, options };
}

export const latency: LiftRule = {
  rule: 'latency',
  subjects({ snapshot }) {
    const running = new Set(snapshot.workloads.filter((one) => countReplicas(one) > 0).map(workloadKey));
    return (snapshot.calls ?? [])
      .filter(({ maxLatencyMicroseconds: limit }) => limit !== undefined)
      .filter(({ from, to }) => running.has(refKey(from)) && running.has(refKey(to)))
      .map(subjectOf)
      .sort(byName);
  },
  lift: (question, subjects) => withLimit(question, subjects),
  words(question, subject) {
    const limit = callOf(question, subject)?.maxLatencyMicroseconds;
    return `the call ${subject} must stay within ${limit} microseconds`;
  },
  degrees: {
    most: (question, subject) => higherLimits(question, subject).length,
    at(question, subject, degree) {
      const limit = callOf(question, subject)?.maxLatencyMicroseconds ?? 0;
      return BigInt((higherLimits(question, subject)[degree - 1] ?? limit) - limit);
    },
    liftBy(question, subject, amount) {
      const limit = callOf(question, subject)?.maxLatencyMicroseconds ?? 0;
      return withLimit(question, new Set([subject]), limit + Number(amount));
    },
    amount: (_, amount) => ({ value: String(amount), unit: 'microseconds' }),
  },
};
