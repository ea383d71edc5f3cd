import type { Move, Plan } from '../src/model/plan.ts';
import { textTable } from './text-table.ts';

/** A plan as a person reads it: what is saved, how sure that is, what moves when, what else there is to know. */
export function planTable(plan: Plan): string {
  const sections = [
    summary(plan),
    slots(plan),
    savingCurve(plan),
    returnable(plan),
    listed('Broken by the plan', plan.violations ?? []),
    listed('Demanded and not met', plan.unmet ?? []),
    listed('Broken at the start', plan.inherited),
    listed('Warnings', plan.warnings),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function summary(plan: Plan): string[] {
  const { cost, objective, calls, slots } = plan;
  const lines = [
    `Cost      ${cost.before} -> ${cost.after} ${cost.currency} per hour, saves ${cost.saved} (${cost.savedPercent} %)`,
    `Moves     ${moveCount(objective.moves, slots.length)}`,
    `Status    ${statusOf(plan)}`,
    `Options   ${optionsOf(plan)}`,
  ];
  if (plan.downtime > 0) lines.push(`Downtime  ${counted(plan.downtime, 'replica')} down once`);
  if (cost.peak !== cost.before) lines.push(`Peak      ${cost.peak} ${cost.currency} per hour on the way`);
  if (calls.limited > 0) {
    lines.push(
      `Latency   ${calls.keptBefore} of ${calls.limited} limits kept before, ${calls.keptAfter} after`,
    );
  }
  return lines;
}

function moveCount(moves: number, slots: number): string {
  if (moves === 0) return 'none: everything stays where it is';
  return `${counted(moves, 'move')} in ${counted(slots, 'slot')}`;
}

const STOPPED = {
  proof: '',
  'strategy-end': ', nothing more to try',
  'work-limit': ', the work limit was reached',
  stopped: ', stopped',
} satisfies Record<Plan['stoppedBy'], string>;

function statusOf({ status, stoppedBy, strategy, work, objective, binding, violations = [] }: Plan): string {
  const by = `(${strategy}, ${counted(work, 'work unit')})`;
  const limits = binding.length > 0 ? `, as far as ${binding.join(', ')} allow` : '';
  if (status === 'optimal') return `proved optimal${limits} ${by}`;
  if (violations.length > 0)
    return `infeasible: ${counted(violations.length, 'broken rule')}, see below ${by}`;
  const gaps = objective.levels.map(({ name, gap }) =>
    name === 'weighted' ? `gap ${percent(gap)}` : `${name} gap ${percent(gap)}`,
  );
  return `${status}, ${gaps.join(', ')}${STOPPED[stoppedBy]} ${by}`;
}

/** Per mille, rounded up: a gap is never shown smaller than it is. */
function percent(gap: string): string {
  return `${Math.ceil(Math.round(Number(gap) * 1e6) / 1000) / 10} %`;
}

function optionsOf({ options }: Plan): string {
  const { objective, maxSlots, maxMoves, latencyIn } = options;
  const minimised =
    objective.kind === 'weighted'
      ? `price + ${objective.alpha} x (moves + slots)`
      : 'price, then moves, then slots';
  return `minimise ${minimised}; at most ${counted(maxMoves, 'move')} in ${counted(maxSlots, 'slot')}; latency in ${latencyIn}`;
}

function slots({ slots, cost }: Plan): string[] {
  if (slots.length === 0) return [];
  const rows = slots.flatMap((slot, index) =>
    together(slot.moves).map((moves, i) => {
      const [{ workload, from, to }] = moves;
      const once = (text: string) => (i === 0 ? text : '');
      return [
        once(String(index + 1)),
        workload,
        names(moves),
        from,
        to,
        once(slot.emptied.join(', ')),
        once(slot.cost),
      ];
    }),
  );
  return textTable([
    ['Slot', 'Workload', 'Replicas', 'From', 'To', 'Empties', `${cost.currency}/h after`],
    ...rows,
  ]);
}

/** Moves of one workload between the same two nodes, as one row. */
function together(moves: readonly Move[]): Move[][] {
  return [...Map.groupBy(moves, ({ workload, from, to }) => `${workload} ${from} ${to}`).values()];
}

const NAMED = 3;

function names(moves: readonly Move[]): string {
  const named = moves
    .slice(0, NAMED)
    .map(({ replica, mode }) => (mode === 'surge' ? replica : `${replica} (${mode})`));
  const more = moves.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

function savingCurve({ savingCurve = [], cost }: Plan): string[] {
  if (savingCurve.length === 0) return [];
  const rows = savingCurve.map((point) => [String(point.moves), String(point.slots), point.cost]);
  return ['Parts of this plan:', ...textTable([['Moves', 'Slots', `${cost.currency}/h after`], ...rows])];
}

function returnable({ returnable, cost }: Plan): string[] {
  if (returnable.length === 0) return [];
  const prices = returnable.map(({ node, pricePerHour }) => {
    return `  ${node}  ${pricePerHour === undefined ? 'unknown price' : `${pricePerHour} ${cost.currency}/h`}`;
  });
  return ['Empty already, can be given back without a move:', ...firstOf(prices)];
}

function listed(title: string, entries: readonly { message: string }[]): string[] {
  return entries.length === 0 ? [] : [`${title}:`, ...firstOf(entries.map(({ message }) => `  ${message}`))];
}

/** Lines of a list that a person still reads. */
const LISTED = 20;

function firstOf(lines: readonly string[]): string[] {
  const more = lines.length - LISTED;
  return more > 0 ? [...lines.slice(0, LISTED), `  and ${more} more (--json lists them)`] : [...lines];
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
