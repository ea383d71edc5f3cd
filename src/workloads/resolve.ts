import { PAPER_PARAMETERS, type WorkloadParameters } from './parameters.ts';
import { PLANTED_PARAMETERS, type PlantedParameters } from './planted.ts';
import type { ApplicationsRequest, PlantedRequest, WorkloadRequest } from './request.ts';

/** What is left out of a request, filled in. */
export type Resolved =
  | { kind: 'applications'; parameters: WorkloadParameters }
  | { kind: 'planted'; parameters: PlantedParameters };

export function resolveRequest(request: WorkloadRequest): Resolved {
  if (request.kind === 'planted') {
    const { kind, ...given } = request;
    return { kind, parameters: { ...PLANTED_PARAMETERS, ...givenOf(given) } };
  }
  const { kind, ...given } = request;
  return { kind, parameters: { ...PAPER_PARAMETERS, ...givenOf(given) } };
}

/** A field that is there with the value `undefined` is not given. */
function givenOf<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };
}

/** The request that says everything: asked again, it gives the same deployment whatever the defaults are. */
export function fullRequest(resolved: Resolved): WorkloadRequest {
  const { kind, parameters } = resolved;
  if (kind === 'planted') {
    const { replicasPerNode, prices, ...rest } = parameters;
    return {
      kind,
      ...rest,
      replicasPerNode: [...replicasPerNode],
      prices: [...prices],
    } satisfies PlantedRequest;
  }
  const { sizes, pricing, instanceTypes, devices, cpuMilli, memoryMi, ...rest } = parameters;
  const kinds =
    instanceTypes.length > 0
      ? { instanceTypes: [...instanceTypes] }
      : { pricing, sizes: sizes.map((size) => ({ ...size })) };
  return {
    kind,
    ...rest,
    ...kinds,
    cpuMilli: [...cpuMilli],
    memoryMi: [...memoryMi],
    replicas: [...parameters.replicas],
    occupancyPercent: [...parameters.occupancyPercent],
    delayMicroseconds: [...parameters.delayMicroseconds],
    limitMicroseconds: [...parameters.limitMicroseconds],
    ...(devices && { devices: { ...devices } }),
  } satisfies ApplicationsRequest;
}
