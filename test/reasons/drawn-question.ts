import { LATENCY_MODES, type Options } from '../../src/model/options.ts';
import type { Question } from '../../src/model/read-question.ts';
import { workloadKey } from '../../src/model/snapshot.ts';
import { drawnChoices, withSpot } from '../generate/choices.ts';
import { withKindRules } from '../generate/kind-rules.ts';
import { withNodeRules } from '../generate/node-rules.ts';
import { withPodRules } from '../generate/pod-rules.ts';
import { random } from '../generate/random.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { tightSnapshot } from '../solver/brute-force-tight.ts';

/**
 * Question number i about a tiny deployment: by turns full ones and mixed ones, two of three with rules about nodes; by turns
 * with rules about other pods, with workloads of all kinds and downtime allowed or not, and with the choices of the user.
 * Options, in percent: at most 1–3 moves (25), at most 1 or 2 slots (25), a node excluded (20), a workload excluded (20);
 * every latency mode; α of 0, by default, or 0.5, or lexicographic.
 */
export function drawnQuestion(i: number): Question {
  const draw = random(i ^ 0x0b5e55ed);
  const plain = i % 2 === 0 ? tightSnapshot(i) : tinySnapshot(i);
  const placed = i % 3 === 0 ? plain : withNodeRules(plain, i);
  const turn = i % 8;
  const snapshot =
    turn === 1 || turn === 6
      ? withPodRules(placed, i)
      : turn === 3
        ? withKindRules(placed, i)
        : turn === 4
          ? withSpot(placed, i)
          : placed;
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
  const { minimumSaving: _, ...choices } = drawnChoices(snapshot, i);
  const options: Options = {
    objective: draw.pick(objectives),
    latencyIn: draw.pick(LATENCY_MODES),
    ...(draw.chance(0.25) && { maxMoves: draw.int(1, 3) }),
    ...(draw.chance(0.25) && { maxSlots: draw.int(1, 2) }),
    ...(Object.keys(exclude).length > 0 && { exclude }),
    ...(turn === 3 && draw.chance(0.5) && { allowRecreate: true, maxDowntime: draw.int(0, 2) }),
    ...((turn === 1 || turn === 7) && { keepSpread: draw.chance(0.5) }),
    ...((turn === 4 || turn === 5) && choices),
  };
  return { snapshot, options };
}
