import type { ErrorList } from '../model/input/error-list.ts';
import { kindOf } from '../model/input/error-list.ts';
import { byName } from '../model/placement.ts';
import { Claimed, type Origin } from './claimed.ts';
import { KINDS, type Kind, type Kinds, type Known, kindNamed } from './kinds.ts';
import type { Warnings } from './warnings.ts';

interface List {
  kind?: string;
  metadata?: { continue?: string };
  items: Item[];
}
interface Item {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string; namespace?: string; uid?: string };
}

/** The objects of a dump, by kind and by key. */
export class Dump {
  readonly #kinds = new Map<Kind, Map<string, Known<unknown>>>();
  /** Titles by uid. */
  readonly #uids = new Map<string, string>();

  /** All objects of a kind, sorted by key: nothing may depend on the order of the dump. */
  all<K extends Kind>(kind: K): Known<Kinds[K]>[] {
    const objects = [...(this.#kinds.get(kind)?.values() ?? [])];
    return objects.sort((a, b) => byName(a.key, b.key)) as Known<Kinds[K]>[];
  }

  find<K extends Kind>(kind: K, namespace: string, name: string): Known<Kinds[K]> | undefined {
    const key = KINDS[kind].isNamespaced ? `${namespace}/${name}` : name;
    return this.#kinds.get(kind)?.get(key) as Known<Kinds[K]> | undefined;
  }

  has(kind: Kind): boolean {
    return (this.#kinds.get(kind)?.size ?? 0) > 0;
  }

  /** An object whose name or uid another has already is a fault: it can't be told which of them is true. */
  add(object: Known<unknown>): void {
    const { kind, key, uid, claimed } = object;
    const ofKind = this.#kinds.get(kind) ?? new Map<string, Known<unknown>>();
    this.#kinds.set(kind, ofKind);
    if (ofKind.has(key)) {
      claimed.fault('duplicate-name', 'stands twice');
      return;
    }
    ofKind.set(key, object);
    if (uid === undefined) return;
    const other = this.#uids.get(uid);
    if (other !== undefined) claimed.fault('duplicate-name', `has the uid of ${other}`);
    this.#uids.set(uid, claimed.origin.title);
  }
}

/** The objects of a List, as `kubectl get … -o json` prints it. Kinds that are not known are left out with a warning. */
export function readDump(input: unknown, errors: ErrorList, warnings: Warnings): Dump {
  const dump = new Dump();
  const origin = (title: string): Origin => ({ title, errors, faulty: new Set() });
  const list = new Claimed<List>(input, origin('the List'), [], 'objects');
  if (kindOf(input) !== 'object' || !Array.isArray((input as Partial<List>).items)) {
    list.fault('type', 'expected what `kubectl get … -o json` prints: an object with a list of "items"');
    return dump;
  }
  if ((list.at('metadata').at('continue').text() ?? '') !== '')
    list.at('metadata').fault('too-many', 'the list goes on: take all of it');
  for (const [i, raw] of (input as List).items.entries()) {
    const place = ['objects', 'items'];
    const item = new Claimed<Item>(raw, origin(`item ${i}`), place, i);
    const named = readItem(item, warnings);
    if (named === undefined) continue;
    const title = `${named.kind} ${cut(named.key)}`;
    dump.add({ ...named, claimed: new Claimed<unknown>(raw, origin(title), place, i) });
  }
  if (!dump.has('Node')) list.fault('required', 'no Node is among the objects');
  for (const [kind, { warnWhenAbsent }] of Object.entries(KINDS))
    if (warnWhenAbsent && !dump.has(kind as Kind)) warnings.add('absent-kind', kind);
  return dump;
}

/** @returns undefined for what is no object, and for kinds that are not known */
function readItem(item: Claimed<Item>, warnings: Warnings): Omit<Known<unknown>, 'claimed'> | undefined {
  if (kindOf(item.raw) !== 'object')
    return item.fault('type', `expected an object, found ${kindOf(item.raw ?? null)}`);
  const apiVersion = item.needed('apiVersion').text();
  const named = item.needed('kind').text();
  if (apiVersion === undefined || named === undefined) return undefined;
  const kind = kindNamed(apiVersion, named);
  if (kind === undefined) {
    warnings.add('unknown-kind', `${cut(named)} (${cut(apiVersion)})`);
    return undefined;
  }
  const meta = item.needed('metadata');
  const name = meta.needed('name').text();
  if (name === undefined) return undefined;
  const namespace = KINDS[kind].isNamespaced ? (meta.at('namespace').text() ?? 'default') : '';
  const key = KINDS[kind].isNamespaced ? `${namespace}/${name}` : name;
  return { kind, namespace, name, key, uid: meta.at('uid').text() };
}

/** The longest `namespace/name` that is one. */
const MAX_KEY = 507;

function cut(text: string): string {
  return text.slice(0, MAX_KEY);
}
