import { resolveOptions } from '../../src/model/options.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { heuristicSchedule } from '../../src/solver/heuristic/heuristic.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { evaluate } from '../../src/solver/levels.ts';
import { solve } from '../../src/solver/solve.ts';
import { largeSnapshot } from './large-snapshot.ts';
import { leastMilliseconds, type Row } from './row.ts';

const RUNS = 3;

/** The paper's heuristic at 1,000 nodes × 30,000 replicas: alone, and from snapshot to checked plan. */
export async function measureHeuristic(): Promise<Row[]> {
  const snapshot = largeSnapshot();
  const problem = toProblem(snapshot, resolveOptions(snapshot, {}));
  const { moves, slots } = evaluate(problem, heuristicSchedule(problem));
  const note = `${moves} moves, ${slots} slots`;
  const alone = leastMilliseconds(RUNS, () => heuristicSchedule(problem));
  let whole = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    const { rejected } = await solve(
      snapshot,
      { strategy: 'heuristic' },
      createEngine(loadHighsNode),
      'bench',
    );
    whole = Math.min(whole, performance.now() - start);
    if (rejected.length > 0) throw new Error(`the exit check rejected: ${rejected[0].message}`);
  }
  return [
    { what: 'heuristic, 1,000 nodes × 30,000 replicas', value: alone / 1_000, unit: 's', aim: '≤ 5', note },
    { what: 'snapshot to checked plan, the same', value: whole / 1_000, unit: 's', aim: '≤ 5' },
  ];
}
