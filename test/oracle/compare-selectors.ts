import type { LabelSelector } from 'kubernetes-types/meta/v1';
import { Claimed } from '../../src/kubernetes/claimed.ts';
import { matches, readSelector } from '../../src/kubernetes/label-selector.ts';
import { ErrorList } from '../../src/model/input/error-list.ts';
import { type Random, random } from '../generate/random.ts';
import type { Asked } from './program.ts';
import type { Report } from './report.ts';

/** What `metav1.LabelSelectorAsSelector` makes of a selector. */
interface Answer {
  readonly error?: string;
  /** One per label set. */
  readonly matches?: readonly boolean[];
}

const KEYS = ['app', 'tier', 'example.com/track', 'app', 'tier'];
const VALUES = ['web', 'db', '', 'x.y_z-1', 'web', 'db'];
/** Not of Kubernetes' syntax, or just not. */
const ODD_KEYS = [
  '',
  '-app',
  'a/b/c',
  'UPPER/app',
  '/app',
  'app/',
  'ä',
  'constructor',
  'a'.repeat(64),
  `${'p.'.repeat(126)}q/app`,
];
const ODD_VALUES = ['-1', 'a b', 'x'.repeat(64), 'x'.repeat(63), 'ü', '_', '.'];

export function* selectorQuestions(
  seed: number,
  selectors: number,
  report: Report,
): Generator<Asked<Answer[]>> {
  const draw = random(seed);
  const batch = 100;
  for (let i = 0; i < selectors; i += batch) {
    const drawn = Array.from({ length: batch }, () => drawSelector(draw));
    const labels = Array.from({ length: 8 }, () => drawLabels(draw));
    yield {
      question: { kind: 'selectors', selectors: drawn, labels },
      compare: (answers) => {
        for (const [at, theirs] of answers.entries()) {
          const ours = read(drawn[at], labels);
          if (ours !== undefined) report.count('selectors that are valid');
          if (ours?.includes(true) && ours.includes(false)) report.count('selectors that tell labels apart');
          report.same(JSON.stringify(ours) === JSON.stringify(theirs.matches), () => ({
            selector: drawn[at],
            labels,
            ours,
            theirs,
          }));
        }
      },
    };
  }
}

/** @returns undefined for a selector that has a fault */
function read(selector: unknown, labels: readonly Record<string, string>[]): boolean[] | undefined {
  const origin = { title: 'a selector', errors: new ErrorList(), faulty: new Set<string>() };
  const requirements = readSelector(new Claimed<LabelSelector>(selector, origin, [], 'selector'));
  if (origin.errors.total > 0) return undefined;
  return labels.map((set) => matches(requirements, new Map(Object.entries(set))));
}

function drawLabels(draw: Random): Record<string, string> {
  const keys = draw.shuffled([...new Set(KEYS)]).slice(0, draw.int(0, 3));
  return Object.fromEntries(keys.map((key) => [key, draw.pick(VALUES)]));
}

function drawSelector(draw: Random): unknown {
  if (draw.chance(0.03)) return null;
  const odd = draw.chance(0.15) ? 0.3 : 0;
  const key = () => (draw.chance(odd) ? draw.pick(ODD_KEYS) : draw.pick(KEYS));
  const value = () => (draw.chance(odd) ? draw.pick(ODD_VALUES) : draw.pick(VALUES));
  const selector: Record<string, unknown> = {};
  if (draw.chance(0.5))
    selector['matchLabels'] = Object.fromEntries(
      Array.from({ length: draw.int(0, 2) }, () => [key(), value()]),
    );
  if (draw.chance(0.7))
    selector['matchExpressions'] = Array.from({ length: draw.int(0, 3) }, () => {
      const operator = draw.chance(odd)
        ? draw.pick(['Gt', 'in', '', 'Equals'])
        : draw.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist']);
      const wantsValues = operator === 'In' || operator === 'NotIn';
      const values = Array.from({ length: draw.int(1, 3) }, value);
      const given = draw.chance(odd / 3) ? !wantsValues : wantsValues;
      return { key: key(), operator, ...(given && { values }) };
    });
  return selector;
}
