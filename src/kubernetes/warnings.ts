import { byName } from '../model/placement.ts';

/** Stable codes of warnings, each with what it means. `subject` is what they are grouped by. */
const MEANING = {
  'absent-kind': 'There is none among the objects, so none is taken to exist. Was it asked for?',
  'bound-volume':
    'A volume that is bound lies on this node alone: what it hosts stays, and it should be kept even when it is empty.',
  'empty-dir': 'Moves lose what is in its emptyDir volumes.',
  'leaving-pods':
    'They are about to end: what they use is off the allocatable of their nodes, but they keep no node.',
  'no-architecture': 'Nodes differ, and this label is missing: what runs here stays.',
  'no-price': 'No price was found: emptying saves nothing, and nothing moves there while it is empty.',
  'no-resource': 'status.allocatable does not name it, so nothing that requests it can arrive.',
  'node-not-ready': 'Not Ready: nothing leaves it and nothing arrives.',
  'nominated-node': 'Room that the scheduler keeps for a pending pod is off the allocatable of its node.',
  'overhead-too-large': 'What comes and goes with the node requests more than it has: nothing is left.',
  'owner-cycle': 'Its owners own each other.',
  'price-ambiguous': 'Prices contradict each other, so it has none.',
  'price-unreadable': 'Not a plain decimal of zero or more, so it is no price.',
  'split-workload': 'Its pods differ in what they request or demand, so it is several workloads.',
  'template-requests': 'Its template requests more than its pods do; the larger amount counts.',
  'unknown-field': 'Not a field that is known here; left out.',
  'unknown-kind': 'Not a kind that is known here; left out.',
  'unknown-node': 'The node is not among the objects; what says it runs there is counted nowhere.',
  'unknown-toleration': 'An operator that is not known here: the toleration is left out.',
} as const;
export type SnapshotWarningCode = keyof typeof MEANING;
export const SNAPSHOT_WARNING_CODES = Object.keys(MEANING).sort(byName) as SnapshotWarningCode[];

export interface SnapshotWarning {
  code: SnapshotWarningCode;
  /** What it is about. */
  subject: string;
  /** How many objects it concerns, the subject itself when it names no other. */
  count: number;
  message: string;
}

/** Subjects that are listed per code, and objects that a message names. */
const MAX_SUBJECTS = 100;
const NAMED = 3;

/** Warnings while they are found, grouped by code and subject. */
export class Warnings {
  readonly #groups = new Map<SnapshotWarningCode, Map<string, { named: string[]; count: number }>>();

  /** @param object that it concerns, when the subject is what it has in common with others */
  add(code: SnapshotWarningCode, subject: string, object?: string): void {
    const subjects = this.#groups.get(code) ?? new Map<string, { named: string[]; count: number }>();
    this.#groups.set(code, subjects);
    const group = subjects.get(subject) ?? { named: [], count: 0 };
    subjects.set(subject, group);
    group.count++;
    if (object !== undefined && group.named.length < NAMED) group.named.push(object);
  }

  /** By code, then subject. */
  sorted(): SnapshotWarning[] {
    return [...this.#groups]
      .sort((a, b) => byName(a[0], b[0]))
      .flatMap(([code, subjects]) => {
        const all = [...subjects].sort((a, b) => byName(a[0], b[0]));
        const listed = all.slice(0, MAX_SUBJECTS).map(([subject, { named, count }]) => {
          const rest = count - named.length;
          const more = named.length > 0 && rest > 0 ? ` and ${rest} more` : '';
          const where = named.length > 0 ? ` (${named.join(', ')}${more})` : '';
          return { code, subject, count, message: `${subject}${where}: ${MEANING[code]}` };
        });
        const left = all.slice(MAX_SUBJECTS);
        if (left.length === 0) return listed;
        const count = left.reduce((sum, [, group]) => sum + group.count, 0);
        const message = `${left.length} more subjects like these: ${MEANING[code]}`;
        return [...listed, { code, subject: `${left.length} more`, count, message }];
      });
  }
}
