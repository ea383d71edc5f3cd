import { type Amounts, larger, NO_AMOUNTS, plus } from './amounts.ts';

/** What a pod's request is made of. */
export interface RequestParts {
  readonly containers: readonly Amounts[];
  readonly initContainers: readonly InitRequest[];
  /** `spec.resources.requests`; undefined when the pod has none of its own. */
  readonly podLevel?: Amounts | undefined;
  readonly overhead?: Amounts | undefined;
}

export interface InitRequest {
  readonly requests: Amounts;
  /** `restartPolicy: Always`: it goes on running beside what comes after it. */
  readonly isSidecar: boolean;
}

/**
 * What the scheduler takes a pod to request (component-helpers `resource/helpers.go`, PodRequests): the larger of all that runs
 * together in the end and of each moment of the start, per resource; then pod-level requests instead, where they may be; then the
 * overhead of the runtime.
 */
export function effectiveRequests({ containers, initContainers, podLevel, overhead }: RequestParts): Amounts {
  let running = containers.reduce(plus, NO_AMOUNTS);
  let sidecars = NO_AMOUNTS;
  let starting = NO_AMOUNTS;
  for (const { requests, isSidecar } of initContainers) {
    if (isSidecar) {
      running = plus(running, requests);
      sidecars = plus(sidecars, requests);
      starting = larger(starting, sidecars);
    } else starting = larger(starting, plus(requests, sidecars));
  }
  const total = new Map(larger(running, starting));
  for (const [resource, amount] of podLevel ?? [])
    if (isPodLevelResource(resource)) total.set(resource, amount);
  return plus(total, overhead ?? NO_AMOUNTS);
}

function isPodLevelResource(resource: string): boolean {
  return resource === 'cpu' || resource === 'memory' || resource.startsWith('hugepages-');
}

/**
 * What the API server takes a pod with limits of its own to request by itself (pkg/apis/core/v1/defaults.go, defaultPodRequests): what it
 * says, or else what its containers do, or else its limits. Huge pages can't be overcommitted: of them the containers say nothing here.
 * @param asked by the containers together
 */
export function podLevelRequests(
  requests: Amounts,
  { limits, asked }: { limits: Amounts; asked: Amounts },
): Amounts {
  if (limits.size === 0) return requests;
  const overcommitted = [...asked].filter(([resource]) => resource === 'cpu' || resource === 'memory');
  const own = [...limits].filter(([resource]) => isPodLevelResource(resource));
  return new Map([...own, ...overcommitted, ...requests]);
}

/** What the kubelet says of a container, or of a pod, that can be resized in place; only with `resources` it says anything. */
export interface ResizeState {
  readonly allocated: Amounts;
  readonly actuated: Amounts;
}

/** What it requests while a resize may be under way (determineEffectiveRequests). */
export function resizedRequests(
  wanted: Amounts,
  state: ResizeState | undefined,
  isInfeasible: boolean,
): Amounts {
  if (state === undefined) return wanted;
  const now = larger(state.allocated, state.actuated);
  return isInfeasible ? now : larger(wanted, now);
}
