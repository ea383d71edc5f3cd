import { LATENCY_MODES, type Options } from '../../src/model/options.ts';
import type { Question } from '../../src/model/read-question.ts';
import { workloadKey } from '../../src/model/snapshot.ts';
import { withNodeRules } from '../generate/node-rules.ts';
import { random } from '../generate/random.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { tightSnapshot } from '../solver/brute-force-tight.ts';

/**
 * Question number i about a tiny deployment: by turns full ones and mixed ones, two of three with rules about nodes.
 * Options, in percent: at most 1–3 moves (25), at most 1 or 2 slots (25), a node excluded (20), a workload excluded (20);
 * every latency mode; α of 0, by default, or 0.5, or lexicographic.
 */
export function drawnQuestion(i: number): Question {
  const draw = random(i ^ 0x0b5e55ed);
  const plain = i % 2 === 0 ? tightSnapshot(i) : tinySnapshot(i);
  const snapshot = i % 3 === 0 ? plain : withNodeRules(plain, i);
  const exclude = {
    ...(draw.chance(0.2) && { nodes: [draw.pick(snapshot.nodes).name] }),
    ...(draw.chance(0.2) && { workloads: [workloadKey(draw.pick(snapshot.workloads))] }),
  };
  const objectives: Options['objective'][] = [
    { kind: 'weighted', alpha: '0' },
    { kind: 'weighted' },
    { kind: 'weighted', alpha: '0.5' },
    { kind: 'lexicographic' },
  ];
  const options: Options = {
    objective: draw.pick(objectives),
    latencyIn: draw.pick(LATENCY_MODES),
    ...(draw.chance(0.25) && { maxMoves: draw.int(1, 3) }),
    ...(draw.chance(0.25) && { maxSlots: draw.int(1, 2) }),
    ...(Object.keys(exclude).length > 0 && { exclude }),
  };
  return { snapshot, options };
}
