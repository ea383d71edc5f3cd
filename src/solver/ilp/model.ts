import type { Problem, Schedule } from '../../model/problem.ts';
import type { Mip } from '../mip.ts';
import { rowsOf, type ScheduleRow, toSchedule } from '../schedule.ts';
import { contiguous } from './contiguous.ts';
import { type Draft, startDraft } from './draft.ts';
import { latency } from './latency.ts';
import { maxMoves } from './max-moves.ts';
import { moved } from './moved.ts';
import { pointOf, scheduleOf } from './moves.ts';
import { nodeCapacity } from './node-capacity.ts';
import { oneMove } from './one-move.ts';
import type { Phase } from './phases.ts';
import { sideRules } from './side-rules.ts';
import { slotUsed } from './slot-used.ts';
import { stayPrice } from './stay-price.ts';
import { Sum } from './sum.ts';
import { transientCapacity } from './transient-capacity.ts';

/** The integer program of docs/model.md for plans of at most so many slots, or its relaxation without slots. */
export interface Model {
  readonly mip: Mip;
  /** Value of the phase = constant + unit · objective of the program. */
  readonly constant: number;
  readonly unit: number;
  /** The point that a schedule is, or null when it breaks a row or has more slots than the model. */
  point(schedule: Schedule): Float64Array | null;
  /** The schedule of a point. Only its moves are read. */
  schedule(point: Float64Array): Schedule;
}

/** What a model is to minimise, and within what. */
export interface Question {
  readonly phase: Phase;
  /** Earlier phases and the values that they have reached. */
  readonly kept: readonly { phase: Phase; value: number }[];
  readonly nonZeros: number;
}

/**
 * Plans of at most `slots` slots.
 * @param among only moves from and to where one of these schedules has some, in any slot
 * @throws TooLarge
 */
export function slotModel(
  problem: Problem,
  question: Question,
  slots: number,
  among?: readonly Schedule[],
): Model {
  const draft = startDraft(problem, { slots, relaxed: false, nonZeros: question.nonZeros, among });
  const price = nodeCapacity(draft).addSum(stayPrice(draft), 1);
  transientCapacity(draft);
  latency(draft);
  sideRules(draft);
  oneMove(draft);
  const moves = moved(draft);
  maxMoves(draft, moves);
  const counted = [question.phase, ...question.kept.map(({ phase }) => phase)].some(
    (phase) => phase.slots > 0,
  );
  const used = counted ? contiguous(draft, slotUsed(draft)) : new Sum();
  const cost = (phase: Phase) => weigh(phase, price, moves, used);
  for (const { phase, value } of question.kept) draft.program.atMost(cost(phase), value);
  return finish(draft, cost(question.phase));
}

/** How the relaxation counts what it leaves out. */
export interface Relaxation {
  /** Plans with fewer moves are not wanted: they may be missing. */
  readonly leastMoves: number;
  /** A value of the phase that need not be told from higher ones. */
  readonly enough: number;
  /** Whether rule max-moves is kept. */
  readonly limited: boolean;
}

/** The relaxation R of `stop-rule.ts`. Slots count nothing in it. @throws TooLarge */
export function relaxedModel(problem: Problem, question: Question, relaxation: Relaxation): Model {
  const draft = startDraft(problem, { slots: 1, relaxed: true, nonZeros: question.nonZeros });
  const price = nodeCapacity(draft).addSum(stayPrice(draft), 1);
  latency(draft);
  sideRules(draft);
  oneMove(draft);
  const moves = moved(draft);
  if (relaxation.limited) maxMoves(draft, moves);
  const cost = (phase: Phase) => weigh(phase, price, moves, new Sum());
  // Whatever has moves has a slot.
  for (const { phase, value } of question.kept) draft.program.atMost(cost(phase), value - phase.slots);
  const total = cost(question.phase);
  if (relaxation.leastMoves > 0) addShortfall(draft, moves, total, relaxation);
  return finish(draft, total);
}

/**
 * moves ≥ leastMoves, or `enough` is paid. Staying as it is remains a solution this way, so HiGHS never has to be
 * believed that there is none.
 */
function addShortfall({ program }: Draft, moves: Sum, cost: Sum, { leastMoves, enough }: Relaxation): void {
  const short = program.column(1);
  program.indicate(new Sum().addConstant(leastMoves).addSum(moves, -1), leastMoves, short);
  cost.add(short, enough - cost.constant);
}

function weigh(phase: Phase, price: Sum, moves: Sum, slots: Sum): Sum {
  return new Sum().addSum(price, phase.price).addSum(moves, phase.moves).addSum(slots, phase.slots);
}

function finish({ program, moves, relaxed }: Draft, cost: Sum): Model {
  return {
    mip: program.minimise(cost),
    constant: cost.constant,
    unit: cost.commonFactor(),
    point(schedule) {
      const point = pointOf(moves, program.columns, relaxed ? inOneSlot(schedule) : schedule);
      return point && program.complete(point);
    },
    schedule: (point) => scheduleOf(moves, point),
  };
}

function inOneSlot(schedule: Schedule): Schedule {
  return toSchedule(
    Array.from(rowsOf(schedule), ([group, target, , count]): ScheduleRow => [group, target, 1, count]),
  );
}
