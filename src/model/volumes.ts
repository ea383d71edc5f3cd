import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { PlainName } from './names.ts';
import { NodeSelectorTerm } from './scheduling.ts';

/** Modes of PersistentVolumeClaims (core/v1). */
export const ACCESS_MODES = ['ReadWriteOnce', 'ReadWriteOncePod', 'ReadOnlyMany', 'ReadWriteMany'] as const;

export const VolumeNodeAffinity = z
  .strictObject({
    required: z
      .strictObject({
        nodeSelectorTerms: z.array(NodeSelectorTerm).meta({ maxItems: LIMITS.selectorTerms }),
      })
      .meta({ id: 'VolumeNodeSelector' }),
  })
  .meta({ id: 'VolumeNodeAffinity' });

export const Volume = z
  .strictObject({
    claim: PlainName.optional().describe(
      'Its PersistentVolumeClaim, in the namespace of the workload: replicas that name the same one share it. Absent: each replica has its own.',
    ),
    accessModes: z
      .array(z.enum(ACCESS_MODES))
      .meta({ maxItems: ACCESS_MODES.length })
      .optional()
      .describe('Default `ReadWriteOnce`.'),
    nodeAffinity: VolumeNodeAffinity.optional().describe(
      'From which nodes it can be reached, as in a PersistentVolume. Absent: from all.',
    ),
  })
  .meta({ id: 'Volume', description: 'A volume that a replica keeps when it moves.' });
export type Volume = z.infer<typeof Volume>;

/** Whether copies on several nodes can have it at once. */
export function isShared({ accessModes = [] }: Pick<Volume, 'accessModes'>): boolean {
  if (accessModes.includes('ReadWriteMany')) return true;
  return accessModes.length > 0 && accessModes.every((mode) => mode === 'ReadOnlyMany');
}
