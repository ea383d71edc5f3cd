import { formatMoney } from '../model/decimal.ts';
import { byName } from '../model/placement.ts';
import type { Question } from '../model/read-question.ts';
import { isWorthwhile } from '../solver/minimum-saving.ts';
import { billOf, moneyUnits } from '../solver/plan/money.ts';
import type { Asker, Best } from './asker.ts';
import type { Relaxation } from './explanation.ts';
import { liftRule } from './lift-rules.ts';

/** Limits that people set, and that a step of may be worth something: the rules of the options, and what may not move. */
const RELAXED = [
  'max-moves',
  'slot-used',
  'nodes-per-slot',
  'replicas-per-slot',
  'workload-per-slot',
  'max-downtime',
  'headroom',
  'pool-minimum',
  'keep-spread',
  'excluded',
  'surge',
  'movable',
];

type MinimumSaving = Parameters<typeof isWorthwhile>[0];

interface Step {
  readonly rule: string;
  readonly subject: string;
  readonly question: Question;
  readonly message: string;
}

/** One step of each limit: one more of what is counted, all of what is not. */
function stepsOf(question: Question): Step[] {
  return RELAXED.flatMap((name) => {
    const rule = liftRule(name);
    return rule.subjects(question).flatMap((subject): Step[] => {
      const { degrees } = rule;
      if (!degrees) {
        const lifted = rule.lift(question, new Set([subject]));
        return [{ rule: name, subject, question: lifted, message: stepWords(name, subject) }];
      }
      if (degrees.most(question, subject) < 1) return [];
      const by = degrees.at(question, subject, 1);
      return [
        {
          rule: name,
          subject,
          question: degrees.liftBy(question, subject, by),
          message: ONE_MORE[name] ?? `${name} one more`,
        },
      ];
    });
  });
}

const ONE_MORE: Record<string, string> = {
  'max-moves': 'allow one more move',
  'slot-used': 'allow one more slot',
  'nodes-per-slot': 'let one more node be left in a slot',
  'replicas-per-slot': 'let one more replica move in a slot',
  'workload-per-slot': 'let one more replica of a workload move in a slot',
  'max-downtime': 'allow one more replica to be down once',
};

function stepWords(rule: string, subject: string): string {
  if (rule === 'excluded') return `let ${subject} take part`;
  if (rule === 'headroom') return `keep no ${subject} free`;
  if (rule === 'pool-minimum') return `let pool ${subject} have fewer nodes`;
  if (rule === 'keep-spread') return 'let workloads end up on one node';
  return rule === 'surge' ? `allow recreate for ${subject}` : `let ${subject} move`;
}

/**
 * What a step of each limit saves, by solving again.
 * @param plan the price of the plan and of what runs now, in 10⁻¹² of the currency per hour; a step counts only where what it leads to
 * is worth making
 * @param limit work units for all of them, in equal shares
 */
export async function findRelaxations(
  asker: Asker,
  question: Question,
  plan: { price: bigint; before: bigint; isBest: boolean; minimumSaving: MinimumSaving },
  limit: number,
): Promise<{ relaxations: Relaxation[]; untried: number }> {
  const steps = stepsOf(question);
  const currency = question.snapshot.currency ?? 'USD';
  const end = asker.spent + limit;
  const found: (Relaxation & { units: bigint })[] = [];
  let untried = 0;
  for (const [at, { rule, subject, question: relaxed, message }] of steps.entries()) {
    asker.limit = Math.floor((end - asker.spent) / (steps.length - at));
    const best = await asker.best(relaxed);
    if (best === undefined) {
      untried++;
      continue;
    }
    const units = plan.price - priceOf(best);
    if (units <= 0n || !isMade(plan, best)) continue;
    const saves = formatMoney(units);
    const proved = best.proved && plan.isBest;
    const words = `${message}: saves ${saves} ${currency} per hour more`;
    found.push({ rule, subject, saves, proved, message: words, units });
  }
  found.sort(
    (a, b) => Number(b.units - a.units > 0n) - Number(b.units - a.units < 0n) || byName(a.message, b.message),
  );
  return { relaxations: found.map(({ units: _, ...relaxation }) => relaxation), untried };
}

function isMade(
  { before, minimumSaving }: { before: bigint; minimumSaving: MinimumSaving },
  best: Best,
): boolean {
  return isWorthwhile(minimumSaving, before - priceOf(best), best.score.moves);
}

function priceOf({ problem, score }: Best): bigint {
  return moneyUnits(problem, billOf(problem, score.price));
}
