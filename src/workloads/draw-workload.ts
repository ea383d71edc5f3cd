import { inDocumentOrder } from '../model/input/document-order.ts';
import { hasErrors } from '../model/input/snapshot-errors.ts';
import type { InputErrors } from '../model/input-error.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { generateWorkload } from './generate.ts';
import { NoDraw } from './no-draw.ts';
import { generatePlanted } from './planted.ts';
import type { WorkloadRequest } from './request.ts';
import { requestErrors } from './request-errors.ts';
import { fullRequest, type Resolved, resolveRequest } from './resolve.ts';

export interface DrawnWorkload {
  snapshot: Snapshot;
  /** The request with everything that it left open. */
  parameters: WorkloadRequest;
  /** Of `planted`: a placement of this price per hour exists. */
  plantedCost?: string;
}

/** The deployment that a request asks for, or all that is wrong with it. Equal requests give equal answers. */
export function drawWorkload(input: unknown): DrawnWorkload | InputErrors {
  const lists = requestErrors(input);
  if (hasErrors(lists)) return inDocumentOrder(input, '', lists);
  const resolved = resolveRequest(input as WorkloadRequest);
  try {
    return { ...drawn(resolved), parameters: fullRequest(resolved) };
  } catch (error) {
    if (!(error instanceof NoDraw)) throw error;
    const { parameter, message } = error;
    const given = Object.hasOwn(input as object, parameter);
    return {
      errors: [
        { pointer: given ? `/${parameter}` : '', code: 'no-draw', message: `${parameter}: ${message}` },
      ],
      total: 1,
    };
  }
}

function drawn({ kind, parameters }: Resolved): Omit<DrawnWorkload, 'parameters'> {
  if (kind === 'applications') return { snapshot: generateWorkload(parameters) };
  const { snapshot, cost } = generatePlanted(parameters);
  return { snapshot, plantedCost: String(cost) };
}
