import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { ResourceName } from '../names.ts';
import { byName } from '../placement.ts';
import { formatUnits, parseQuantity, resourceUnits } from '../quantity.ts';
import { percentOf } from './share.ts';

/** "10%", or a quantity. */
const Room = z
  .union([z.string(), z.number()])
  .refine(
    (value) => percentOf(value) !== undefined || (parseQuantity(value) ?? -1n) >= 0n,
    'not a Kubernetes quantity of zero or more, or a percentage such as "10%"',
  )
  .meta({
    id: 'Room',
    description:
      'A Kubernetes quantity, or a percentage from "0%" to "100%" of what is allocatable, rounded up.',
    type: ['string', 'number'],
    examples: ['10%', '500m', '2Gi'],
  });

/** Rule headroom. */
export const Headroom = z.record(ResourceName, Room).meta({
  id: 'Headroom',
  maxProperties: LIMITS.resources,
  description:
    'What a node must keep free, per resource, in every slot in which a replica that requests the resource arrives on it. Nodes on which nothing arrives may stay as full as they are.',
});
export type Headroom = z.infer<typeof Headroom>;

/** By resource name, amounts as `formatUnits` writes them. @returns undefined where nothing is kept free */
export function resolveHeadroom(headroom: Headroom): Record<string, string> | undefined {
  const rooms = Object.entries(headroom)
    .map(([resource, room]) => [resource, canonicalRoom(resource, room)] as const)
    .filter(([, room]) => room !== '0' && room !== '0%')
    .sort((a, b) => byName(a[0], b[0]));
  return rooms.length > 0 ? Object.fromEntries(rooms) : undefined;
}

function canonicalRoom(resource: string, room: string | number): string {
  const percent = percentOf(room);
  return percent === undefined ? formatUnits(resource, resourceUnits(resource, room)) : `${percent}%`;
}

/** What is left of `allocatable`, in the resource's own unit; less than 0 where there is not as much. */
export function withoutHeadroom(resource: string, allocatable: bigint, room: string | number): bigint {
  const percent = percentOf(room);
  if (percent === undefined) return allocatable - resourceUnits(resource, room);
  return allocatable - (allocatable * percent + 99n) / 100n;
}
