import { byName } from '../model/placement.ts';
import type { PlacedPod } from './placed-pod.ts';

type Owned = Pick<PlacedPod, 'pod' | 'owner'> & { readonly classes: number };

/** Of owners of one name, the first of these kinds has it; then kinds by name. */
const FIRST = ['Deployment', 'StatefulSet', 'ReplicaSet'];
/** Room for what is put behind a name of at most 253 characters. */
const MAX_NAME = 230;

/**
 * Names of workloads: the name of the owner; `web.statefulset` when an owner of another kind has that name already; `web.2`, `web.3`, …
 * for further classes of pods of one owner. A name that is taken, as an owner may be called `web.2`, is passed over.
 */
export class Names {
  readonly #names: string[][];

  constructor(owners: readonly Owned[]) {
    const taken = new Set<string>();
    this.#names = owners.map(() => []);
    const order = owners.map((_, i) => i).sort((a, b) => compare(owners[a], owners[b]));
    const give = (i: number, candidates: Iterable<string>) => {
      for (const name of candidates) {
        const key = `${owners[i].pod.namespace}/${name}`;
        if (taken.has(key)) continue;
        taken.add(key);
        this.#names[i].push(name);
        return;
      }
    };
    for (const i of order) give(i, ownNames(owners[i]));
    for (const i of order)
      for (let k = 1; k < owners[i].classes; k++) give(i, numbered(this.#names[i][0], k + 1));
  }

  /** @param i place of the owner @param k place of the class of its pods */
  of(i: number, k: number): string {
    return this.#names[i][k];
  }
}

function compare(a: Owned, b: Owned): number {
  const rank = ({ owner }: Owned) => (FIRST.includes(owner.kind) ? FIRST.indexOf(owner.kind) : FIRST.length);
  return (
    byName(a.pod.namespace, b.pod.namespace) ||
    rank(a) - rank(b) ||
    byName(a.owner.kind, b.owner.kind) ||
    byName(a.owner.name, b.owner.name)
  );
}

function* ownNames({ owner }: Owned): Generator<string> {
  yield owner.name;
  const kind = owner.kind
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 60);
  const name = `${owner.name.slice(0, MAX_NAME - kind.length)}.${kind === '' ? 'other' : kind}`;
  yield name;
  yield* numbered(name, 2);
}

function* numbered(name: string, from: number): Generator<string> {
  for (let k = from; ; k++) yield `${name.slice(0, MAX_NAME)}.${k}`;
}
