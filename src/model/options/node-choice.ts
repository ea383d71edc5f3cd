import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { NodeName } from '../names.ts';

const nodes = z.array(NodeName).meta({ maxItems: LIMITS.nodes });

/** Nodes that are paid for whatever happens. */
export const Keep = z.strictObject({ nodes }).meta({
  id: 'Keep',
  description:
    'Nodes that stay, empty or not: they are paid for whatever happens, before and after, so emptying one saves nothing.',
});

/** Rule drain. */
export const Drain = z.strictObject({ nodes }).meta({
  id: 'Drain',
  description:
    'Nodes to be emptied whatever it saves, for maintenance say. This comes before money: of all plans those that leave the fewest of them in use, of these the cheapest. Nothing arrives on them. What can not be emptied is listed as `unmet`.',
});

export const ResolvedNodes = z
  .strictObject({ nodes: z.array(z.string()).meta({ maxItems: LIMITS.nodes }) })
  .meta({ id: 'ResolvedNodes', description: 'Sorted by name, each once.' });
export type ResolvedNodes = z.infer<typeof ResolvedNodes>;
