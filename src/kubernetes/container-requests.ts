import type {
  Container,
  ContainerStatus,
  Pod,
  PodSpec,
  ResourceRequirements,
} from 'kubernetes-types/core/v1';
import { type Amounts, NO_AMOUNTS, readAmounts } from './amounts.ts';
import type { Claimed } from './claimed.ts';
import {
  effectiveRequests,
  podLevelRequests,
  type ResizeState,
  resizedRequests,
} from './effective-requests.ts';
import type { SincePodSpec } from './known-fields.ts';

/** What the API server makes of a container's resources: what has a limit and no request requests its limit. */
function requestsOf(resources: Claimed<ResourceRequirements>, defaults: Amounts = NO_AMOUNTS): Amounts {
  const requests = readAmounts(resources.at('requests'));
  const limits = readAmounts(resources.at('limits'));
  for (const resource of ['pods', 'count/pods'])
    if (requests.has(resource))
      resources.fault('format', `"${resource}" is nothing that a container requests`);
  return new Map([...defaults, ...limits, ...requests]);
}

/** Requests of the pod as it runs, a resize that may be under way included. */
export function runningRequests(pod: Claimed<Pod>): Amounts {
  const status = pod.at('status') as Claimed<NonNullable<Pod['status']> & StatusResources>;
  const states = new Map<string, ResizeState>();
  for (const each of [...status.at('containerStatuses').list(), ...status.at('initContainerStatuses').list()])
    readState(each, states);
  const isInfeasible =
    status.at('resize').text() === 'Infeasible' ||
    status
      .at('conditions')
      .list()
      .some(
        (condition) =>
          condition.at('type').text() === 'PodResizePending' &&
          condition.at('reason').text() === 'Infeasible',
      );
  return total(pod.at('spec'), NO_AMOUNTS, {
    container: (name, requests) => resizedRequests(requests, states.get(name), isInfeasible),
    pod: (requests) => resizedRequests(requests, stateOf(status), isInfeasible),
  });
}

function readState(status: Claimed<ContainerStatus>, states: Map<string, ResizeState>): void {
  const name = status.at('name').text();
  const state = stateOf(status);
  if (name !== undefined && state !== undefined) states.set(name, state);
}

/** Of a container, or of a pod with requests of its own. */
function stateOf(status: Claimed<StatusResources>): ResizeState | undefined {
  const resources = status.at('resources');
  if (!resources.isGiven) return undefined;
  const allocated = readAmounts(status.at('allocatedResources'));
  return { allocated, actuated: readAmounts(resources.at('requests')) };
}

/**
 * Requests of a pod that is made from a template now.
 * @param defaults of the namespace's LimitRanges, for each container
 */
export function templateRequests(spec: Claimed<PodSpec>, defaults: Amounts): Amounts {
  return total(spec, defaults, { container: (_, requests) => requests, pod: (requests) => requests });
}

interface StatusResources {
  allocatedResources?: Record<string, string>;
  resources?: ResourceRequirements;
}

/** What a resize makes of what is wanted. */
interface Resized {
  container(name: string, wanted: Amounts): Amounts;
  pod(wanted: Amounts): Amounts;
}

function total(spec: Claimed<PodSpec & SincePodSpec>, defaults: Amounts, resized: Resized): Amounts {
  const containers = spec
    .needed('containers')
    .list()
    .map((container) => ownRequests(container, defaults));
  const initContainers = spec
    .at('initContainers')
    .list()
    .map((container) => ({
      ...ownRequests(container, defaults),
      isSidecar: container.at('restartPolicy').text() === 'Always',
    }));
  const wanted = podLevelRequests(readAmounts(spec.at('resources').at('requests')), {
    limits: readAmounts(spec.at('resources').at('limits')),
    asked: effectiveRequests({ containers: containers.map(({ requests }) => requests), initContainers }),
  });
  const now = resized.pod(wanted);
  return effectiveRequests({
    containers: containers.map(({ name, requests }) => resized.container(name, requests)),
    initContainers: initContainers.map(({ name, requests, isSidecar }) => ({
      requests: isSidecar ? resized.container(name, requests) : requests,
      isSidecar,
    })),
    podLevel: new Map([...wanted.keys()].map((resource) => [resource, now.get(resource) ?? 0n])),
    overhead: readAmounts(spec.at('overhead')),
  });
}

function ownRequests(container: Claimed<Container>, defaults: Amounts) {
  const name = container.at('name').text() ?? '';
  return { name, requests: requestsOf(container.at('resources'), defaults) };
}
