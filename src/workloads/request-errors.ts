import { AMOUNT_RULES } from '../model/input/amount-rules.ts';
import { ErrorList } from '../model/input/error-list.ts';
import { structureOf } from '../model/input/structure.ts';
import { REGIONS } from './instance-types.ts';
import type { WorkloadParameters } from './parameters.ts';
import type { PlantedParameters } from './planted.ts';
import { MOST, WorkloadRequest } from './request.ts';
import { resolveRequest } from './resolve.ts';

const checkStructure = structureOf(WorkloadRequest, AMOUNT_RULES);

/** What is wrong with a request, each fault at a field that was given. */
export function requestErrors(input: unknown): ErrorList[] {
  const structure = new ErrorList();
  checkStructure(input, [], structure);
  const { found, total } = structure;
  const broken = new Set<string | number | undefined>(found.map(({ path }) => path[0]));
  if (total > found.length || broken.has(undefined) || broken.has('kind')) return [structure];
  const request = readablePart(input as WorkloadRequest, broken);
  const sense = new Sense(request, broken);
  const resolved = resolveRequest(request);
  sense.ranges();
  if (resolved.kind === 'applications') applicationsErrors(sense, resolved.parameters);
  else plantedErrors(sense, resolved.parameters);
  return [structure, sense.errors];
}

/** The request without its broken fields, so that a fault in one does not hide those of others. */
function readablePart(input: WorkloadRequest, broken: ReadonlySet<unknown>): WorkloadRequest {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !broken.has(key))) as WorkloadRequest;
}

/** Faults of fields that depend on each other. */
class Sense {
  readonly errors = new ErrorList();
  readonly #request: object;
  readonly #broken: ReadonlySet<unknown>;

  /** @param broken fields that are left out of the request, as they are no use */
  constructor(request: object, broken: ReadonlySet<unknown>) {
    this.#request = request;
    this.#broken = broken;
  }

  has(field: string): boolean {
    return (this.#request as Record<string, unknown>)[field] !== undefined;
  }

  /** A fault of several fields is that of the first one that was given: a default is nobody's fault. */
  tooMany(fields: readonly string[], count: number, most: number, things: string): void {
    if (count <= most || fields.some((name) => this.#broken.has(name))) return;
    const field = fields.find((name) => this.has(name));
    this.errors.add(field === undefined ? [] : [field], 'range', () => `${count} ${things}; at most ${most}`);
  }

  ranges(): void {
    for (const [field, value] of Object.entries(this.#request)) {
      if (!Array.isArray(value)) continue;
      const [low, high] = value;
      if (typeof low === 'number' && low > high)
        this.errors.add([field], 'range', () => `the lowest, ${low}, is above the highest, ${high}`);
    }
  }
}

function applicationsErrors(sense: Sense, parameters: WorkloadParameters): void {
  const { applications, microservices, nodes, locations, replicas } = parameters;
  const all = applications * microservices;
  sense.tooMany(['microservices', 'applications'], all, MOST.microservices, 'microservices in all');
  const most = all * replicas[1];
  sense.tooMany(['replicas', 'microservices', 'applications'], most, MOST.replicas, 'replicas in all');
  sense.tooMany(['locations', 'nodes'], locations, nodes, 'locations, each with a node');
  if (parameters.sizes.length === 0) sense.errors.add(['sizes'], 'range', () => 'there is no size');
  if (parameters.instanceTypes.length === 0) return;
  sense.tooMany(['locations', 'instanceTypes'], locations, REGIONS.length, 'locations with known prices');
  for (const field of ['sizes', 'pricing']) {
    if (!sense.has(field)) continue;
    sense.errors.add([field], 'unknown-field', () => 'instance types have sizes and prices of their own');
  }
}

function plantedErrors(sense: Sense, { nodes, kept, replicasPerNode }: PlantedParameters): void {
  sense.tooMany(['kept', 'nodes'], kept, nodes, 'kept nodes');
  const replicas = kept * replicasPerNode[1];
  sense.tooMany(['replicasPerNode', 'kept'], replicas, MOST.microservices, 'replicas in all');
}
