import type { ErrorList, Path } from './error-list.ts';
import { field, replicaListOf, volumesOf, workloadsOf } from './readable.ts';
import { nodeSelectorTerms } from './selection.ts';

/** Which operator takes which values, in the node affinity of volumes. */
export function volumeSelectors(snapshot: unknown, errors: ErrorList): void {
  const check = (owner: unknown, path: Path) => {
    for (const [v, volume] of volumesOf(owner).entries()) {
      const steps = ['nodeAffinity', 'required', 'nodeSelectorTerms'];
      nodeSelectorTerms(steps.reduce(field, volume), [...path, 'volumes', v, ...steps], errors);
    }
  };
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    check(workload, ['workloads', w]);
    for (const [i, replica] of replicaListOf(workload).entries())
      check(replica, ['workloads', w, 'replicas', i]);
  }
}
