import { expect, test } from 'vitest';
import { canonicalSnapshot, canonicalText } from '../../src/model/canonical.ts';
import { MAX_ERRORS, pointer } from '../../src/model/input-error.ts';
import { resolveOptions } from '../../src/model/options.ts';
import { readQuestion } from '../../src/model/read-question.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { warningsOf } from '../../src/model/warnings.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { type Random, random } from '../generate/random.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';

/** Values of every kind, most of them wrong everywhere. JSON can't say the last of them, but a caller can. */
const STRANGE: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 1.5,
  () => 1e300,
  () => 2 ** 53,
  () => 0,
  () => 3,
  () => '',
  () => 'x y',
  () => '0.5',
  () => '1e3',
  () => 'n1',
  () => 'constructor',
  () => '9'.repeat(70),
  () => [],
  () => ({}),
  () => [[]],
  () => [null, {}],
  () => ({ a: { b: [] } }),
  () => Number.NaN,
  () => Number.NEGATIVE_INFINITY,
  () => undefined,
  () => Symbol.iterator,
  () => 5n,
  () => () => 0,
  () => new Map([['n1', 1]]),
  () => new Date(0),
  () => Object.create(null),
];

interface Place {
  container: Record<string, unknown> | unknown[];
  key: string | number;
}

/** Every value inside a body, with what holds it. */
function placesIn(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return places;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const container = value as Record<string | number, unknown>;
    places.push({ container, key });
    placesIn(container[key], places);
  }
  return places;
}

function mutate(draw: Random, body: object): void {
  const places = placesIn(body);
  const { container, key } = draw.pick(places);
  const holder = container as Record<string | number, unknown>;
  const strange = draw.pick(STRANGE)();
  const kind = draw.int(0, 5);
  if (kind === 0 && Array.isArray(container)) container.splice(Number(key), 1);
  else if (kind === 0) delete holder[key];
  else if (kind === 1 && Array.isArray(container)) container.push(strange);
  else if (kind === 1) holder[draw.pick(['extra', 'name', 'n1', 'a/b', '~', ''])] = strange;
  else if (kind === 2 && Array.isArray(container)) container.push(structuredClone(jsonOf(holder[key])));
  else if (kind <= 3) {
    const other = draw.pick(places);
    holder[key] = jsonOf((other.container as Record<string | number, unknown>)[other.key]);
  } else holder[key] = strange;
}

/** A copy, so that no value contains itself. */
function jsonOf(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner)) ??
      'null',
  );
}

/** Place of every pointer in document order. */
function documentOrder(
  value: unknown,
  path: (string | number)[] = [],
  order = new Map<string, number>(),
): Map<string, number> {
  order.set(pointer(path), order.size);
  if (typeof value === 'object' && value !== null) {
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      documentOrder((value as Record<string | number, unknown>)[key], [...path, key], order);
    }
  }
  return order;
}

const RUNS = 1_000;

test('a mutated question is refused at places that are in it, in their order, or every step after reading takes it', () => {
  const draw = random(7);
  const codes = new Map<string, number>();
  let taken = 0;
  for (let run = 0; run < RUNS; run++) {
    const snapshot = run % 5 === 0 ? largerSnapshot(run) : tinySnapshot(run);
    const body = {
      snapshot,
      options: { objective: { kind: 'weighted', alpha: '0.1' }, maxSlots: 2, latencyIn: 'end' },
    };
    for (let count = draw.int(1, 3); count > 0; count--) mutate(draw, body);

    const read = readQuestion(body);
    if (!('errors' in read)) {
      taken++;
      const problem = toProblem(read.snapshot, resolveOptions(read.snapshot, read.options));
      expect(problem.nodes).toBe(read.snapshot.nodes.length);
      expect(readSnapshot(JSON.parse(canonicalText(read.snapshot)))).toEqual({
        snapshot: canonicalSnapshot(read.snapshot),
      });
      warningsOf(read.snapshot);
      continue;
    }
    const order = documentOrder(body);
    const places = read.errors.map((error) => order.get(error.pointer) ?? -1);
    expect(Math.min(...places), JSON.stringify(read.errors)).toBeGreaterThanOrEqual(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(read.errors.length).toBe(Math.min(read.total, MAX_ERRORS));
    for (const { code } of read.errors) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect(taken).toBeGreaterThan(RUNS * 0.05);
  expect(taken).toBeLessThan(RUNS * 0.5);
  const common = [
    'type',
    'required',
    'unknown-field',
    'format',
    'range',
    'duplicate-name',
    'duplicate-pair',
    'unknown-node',
    'unknown-workload',
  ];
  for (const code of common) expect(codes.get(code) ?? 0, code).toBeGreaterThan(2);
});
