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
  type ContainerState,
  effectiveRequests,
  type InitRequest,
  isPodLevelResource,
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
  const status = pod.at('status');
  const states = new Map<string, ContainerState>();
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
  return total(pod.at('spec'), NO_AMOUNTS, (container, requests) =>
    resizedRequests(requests, states.get(container.at('name').text() ?? ''), isInfeasible),
  );
}

function readState(status: Claimed<ContainerStatus>, states: Map<string, ContainerState>): void {
  const name = status.at('name').text();
  const resources = status.at('resources');
  if (name === undefined || !resources.isGiven) return;
  const allocated = readAmounts(status.at('allocatedResources'));
  states.set(name, { allocated, actuated: readAmounts(resources.at('requests')) });
}

/**
 * Requests of a pod that is made from a template now.
 * @param defaults of the namespace's LimitRanges, for each container
 */
export function templateRequests(spec: Claimed<PodSpec>, defaults: Amounts): Amounts {
  return total(spec, defaults, (_, requests) => requests);
}

function total(
  spec: Claimed<PodSpec & SincePodSpec>,
  defaults: Amounts,
  resized: (container: Claimed<Container>, requests: Amounts) => Amounts,
): Amounts {
  const own = (container: Claimed<Container>) => requestsOf(container.at('resources'), defaults);
  const containers = spec
    .needed('containers')
    .list()
    .map((container) => resized(container, own(container)));
  const initContainers = spec
    .at('initContainers')
    .list()
    .map((container): InitRequest => {
      const isSidecar = container.at('restartPolicy').text() === 'Always';
      return { requests: isSidecar ? resized(container, own(container)) : own(container), isSidecar };
    });
  const overhead = readAmounts(spec.at('overhead'));
  const resources = spec.at('resources');
  const podLevel = readAmounts(resources.at('requests'));
  const parts = { containers, initContainers };
  // A limit of the pod is its request when nothing else requests the resource.
  const asked = effectiveRequests(parts);
  const limits = [...readAmounts(resources.at('limits'))].filter(
    ([resource]) => isPodLevelResource(resource) && !asked.has(resource),
  );
  return effectiveRequests({ ...parts, podLevel: new Map([...limits, ...podLevel]), overhead });
}
