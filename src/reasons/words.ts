import type { Question } from '../model/read-question.ts';
import type { Demand } from './demand.ts';
import { MINIMUM_SAVING, NOWHERE, type Reason, SAVING } from './explanation.ts';
import type { Reasons } from './find-reasons.ts';
import { liftRule } from './lift-rules.ts';

/** Reasons in the public format, with words that a person can act on. */
export function inWords(question: Question, demand: Demand, found: Reasons): Reason[] {
  const subject = demand.kind === 'empty' ? demand.nodes.join(', ') : demand.workload;
  if (found.isHopeless) {
    const others = question.snapshot.nodes.length - (demand.kind === 'empty' ? demand.nodes.length : 1);
    const message = others > 0 ? 'nothing that can be changed helps' : 'there is no other node';
    return [{ rule: NOWHERE, subject, message }];
  }
  if (found.isHeldBack) {
    const message =
      'the best plan does it, and is not made because it saves less than minimumSaving asks for';
    return [{ rule: MINIMUM_SAVING, subject: 'minimumSaving', message }];
  }
  const reasons = found.obstacles.map((obstacle, at): Reason => {
    const rule = liftRule(obstacle.rule);
    const amount = found.amounts[at];
    const replicas = rule.replicas?.(question, obstacle.subject);
    return {
      rule: obstacle.rule,
      subject: obstacle.subject,
      ...(replicas && { replicas }),
      ...(amount && { amount }),
      message: rule.words(question, obstacle.subject) + (amount ? enough(amount) : ''),
    };
  });
  if (!found.saving) return reasons;
  const amount = found.saving;
  const message = savingWords(question, demand, found);
  return [...reasons, { rule: SAVING, subject, amount, message }];
}

function enough({ value, unit, least, nodes = [] }: NonNullable<Reason['amount']>): string {
  const where = nodes.length > 0 ? ` on ${nodes.join(', ')}` : '';
  return `; ${least ? '' : 'at most '}${value} ${unit} more${where} would do`;
}

function savingWords({ snapshot }: Question, demand: Demand, { saving, obstacles }: Reasons): string {
  const { value, unit } = saving ?? { value: '0', unit: '' };
  const isMoney = /^[A-Z]{3}$/.test(unit);
  const [doing, it] = demand.kind === 'empty' ? ['emptying', 'it'] : ['moving', 'it'];
  const even = obstacles.length > 0 ? 'even then ' : '';
  const unknown =
    demand.kind === 'empty' &&
    demand.nodes.every(
      (name) => snapshot.nodes.find((node) => node.name === name)?.pricePerHour === undefined,
    )
      ? 'its price is unknown, and '
      : '';
  if (value.startsWith('-')) return `${even}a better plan does it: this one is not the best`;
  if (value === '0') return `${even}${unknown}${doing} ${it} saves no more than it costs`;
  const most = saving?.least ? '' : 'at most ';
  return `${even}${unknown}${doing} ${it} costs ${most}${value} ${isMoney ? `${unit} per hour` : unit} more than it saves`;
}
