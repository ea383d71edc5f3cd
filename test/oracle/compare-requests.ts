import type { Pod } from 'kubernetes-types/core/v1';
import { Claimed } from '../../src/kubernetes/claimed.ts';
import { runningRequests } from '../../src/kubernetes/container-requests.ts';
import { ErrorList } from '../../src/model/input/error-list.ts';
import { unitsOf } from '../../src/model/quantity.ts';
import { type Random, random } from '../generate/random.ts';
import type { Asked } from './program.ts';
import type { Report } from './report.ts';

type Json = Record<string, unknown>;

/** What PodRequests says that a running pod requests, as the scheduler asks it, in milli-cores and whole units. */
interface Answer {
  readonly requests: Record<string, number>;
}

export function* requestsQuestions(seed: number, pods: number, report: Report): Generator<Asked<Answer[]>> {
  const draw = random(seed);
  const batch = 100;
  for (let i = 0; i < pods; i += batch) {
    const running = Array.from({ length: batch }, () => drawPod(draw, report));
    yield {
      question: { kind: 'requests', running },
      compare: (answers) => {
        for (const [at, { requests }] of answers.entries()) {
          const ours = requestsOf(running[at]);
          report.same(textOf(ours) === textOf(requests), () => ({
            pod: running[at],
            ours,
            theirs: requests,
          }));
        }
      },
    };
  }
}

function requestsOf(pod: Json): Record<string, number> {
  const origin = { title: 'a pod', errors: new ErrorList(), faulty: new Set<string>() };
  const amounts = runningRequests(new Claimed<Pod>(pod, origin, [], 'pod'));
  if (origin.errors.total > 0) return { faults: origin.errors.total };
  return Object.fromEntries([...amounts].map(([name, nano]) => [name, Number(unitsOf(name, nano))]));
}

/** Sorted, without what is zero. */
function textOf(requests: Record<string, number>): string {
  const given = Object.entries(requests).filter(([, amount]) => amount !== 0);
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const AMOUNTS = {
  cpu: ['250m', '1', '0.5', '100500u', '2', '0'],
  memory: ['64Mi', '1Gi', '100M', '1500m', '1e8', '0'],
  'ephemeral-storage': ['1Gi', '2G'],
  'example.com/gpu': ['1', '2'],
} satisfies Record<string, string[]>;
type Resource = keyof typeof AMOUNTS;
const RESOURCES = Object.keys(AMOUNTS) as Resource[];

/** @param areWhole without the amounts that the API server rounds: of a pod's own it sums those of the containers first */
function drawAmounts(
  draw: Random,
  areWhole: boolean,
  from: readonly Resource[] = RESOURCES,
): Record<string, string> {
  const chosen = from.filter((name) => draw.chance(name === 'cpu' || name === 'memory' ? 0.7 : 0.15));
  return Object.fromEntries(
    chosen.map((name) => [
      name,
      draw.pick(areWhole ? AMOUNTS[name].filter((text) => !text.endsWith('u')) : AMOUNTS[name]),
    ]),
  );
}

/** Containers, init containers, sidecars, overhead, requests of the pod itself, and resizes under way, each often. */
function drawPod(draw: Random, report: Report): Json {
  const hasOwn = draw.chance(0.35);
  const containers = Array.from({ length: draw.int(1, 3) }, (_, i) => drawContainer(draw, `c${i}`, hasOwn));
  const initContainers = Array.from({ length: draw.pick([0, 0, 1, 2, 3]) }, (_, i) => ({
    ...drawContainer(draw, `i${i}`, hasOwn),
    ...(draw.chance(0.5) && { restartPolicy: 'Always' }),
  }));
  const spec: Json = { containers, initContainers };
  if (draw.chance(0.3)) spec['overhead'] = drawAmounts(draw, false, ['cpu', 'memory']);
  const own: readonly Resource[] = ['cpu', 'memory'];
  if (hasOwn) {
    const pages = drawHugePages(draw);
    spec['resources'] = {
      ...(draw.chance(0.7) && { requests: { ...drawAmounts(draw, true, own), ...pages } }),
      ...(draw.chance(0.5) && { limits: { ...drawAmounts(draw, true, own), ...pages } }),
    };
  }
  const status: Json = {};
  if (draw.chance(0.5)) {
    status['containerStatuses'] = containers
      .filter(() => draw.chance(0.8))
      .map((one) => drawStatus(draw, one, hasOwn));
    status['initContainerStatuses'] = initContainers
      .filter(() => draw.chance(0.8))
      .map((one) => drawStatus(draw, one, hasOwn));
    if (draw.chance(0.4))
      status['conditions'] = [
        { type: 'PodResizePending', status: 'True', reason: draw.pick(['Infeasible', 'Deferred']) },
      ];
    if (hasOwn && draw.chance(0.6)) {
      status['resources'] = { requests: drawAmounts(draw, true, own) };
      if (draw.chance(0.8)) status['allocatedResources'] = drawAmounts(draw, true, own);
    }
    report.count('pods with a resize');
  }
  if (initContainers.length > 0) report.count('pods with init containers');
  if (initContainers.some((one) => 'restartPolicy' in one)) report.count('pods with sidecars');
  if ('overhead' in spec) report.count('pods with overhead');
  if (hasOwn) report.count('pods with requests of their own');
  return { metadata: { name: 'p', namespace: 'default' }, spec, status };
}

/** Huge pages can't be overcommitted: what is requested is the limit. Those of containers are the pod's, too, where it has its own. */
function drawHugePages(draw: Random): Record<string, string> {
  return draw.chance(0.15) ? { 'hugepages-2Mi': draw.pick(['2Mi', '4Mi']) } : {};
}

function drawContainer(draw: Random, name: string, podHasOwn: boolean): { name: string; resources: Json } {
  const resources: Json = {};
  const pages = podHasOwn ? {} : drawHugePages(draw);
  if (draw.chance(0.8)) resources['requests'] = { ...drawAmounts(draw, podHasOwn), ...pages };
  if (draw.chance(0.3) || 'hugepages-2Mi' in pages)
    resources['limits'] = { ...drawAmounts(draw, podHasOwn), ...pages };
  return { name, resources };
}

function drawStatus(draw: Random, { name }: { name: string }, podHasOwn: boolean): Json {
  return {
    name,
    ...(draw.chance(0.8) && { allocatedResources: drawAmounts(draw, podHasOwn) }),
    ...(draw.chance(0.8) && {
      resources: draw.chance(0.9) ? { requests: drawAmounts(draw, podHasOwn) } : {},
    }),
  };
}
