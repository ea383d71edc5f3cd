import type { Add } from './choices.ts';
import type { Deployed } from './copies.ts';
import { isSelected } from './selection.ts';

/** Rules volume-node-affinity and volume-restrictions, move by move. */
export function volumeBreaches({ snapshot, replicas, slots }: Deployed, add: Add): void {
  const namespaceOf = (workload: string) => workload.split('/')[0];
  for (const [i, { happened }] of slots.entries()) {
    for (const { move, replica } of happened) {
      const target = snapshot.nodes.find(({ name }) => name === move.to);
      for (const { claim, accessModes, nodeAffinity } of replica.volumes) {
        const requiredDuringSchedulingIgnoredDuringExecution = nodeAffinity?.required;
        const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution } };
        if (target && !isSelected({ affinity }, target))
          add('volume-node-affinity', i + 1, `${replica.workload} ${move.to}`);
        if (forMany(accessModes)) continue;
        const users = replicas.filter(
          ({ workload, volumes }) =>
            claim !== undefined &&
            namespaceOf(workload) === namespaceOf(replica.workload) &&
            volumes.some((volume) => volume.claim === claim && !forMany(volume.accessModes)),
        );
        if (move.mode === 'surge' || users.length > 1)
          add('volume-restrictions', i + 1, `${replica.workload} ${replica.name}`);
      }
    }
  }
}

function forMany(accessModes: readonly string[] = []): boolean {
  const modes = new Set(accessModes);
  return modes.has('ReadWriteMany') || (modes.size === 1 && modes.has('ReadOnlyMany'));
}
