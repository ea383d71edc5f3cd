import { describe, expect, test } from 'vitest';
import { ErrorList } from '../../src/model/input/error-list.ts';
import { MAX_ERRORS } from '../../src/model/input-error.ts';
import { parseJson } from '../../src/model/json-text.ts';
import { LIMITS } from '../../src/model/limits.ts';
import { readQuestion } from '../../src/model/read-question.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { errorsOf, good, many } from './good-question.ts';

/** Codes of what is wrong with a body, as text. */
function codesOf(text: string): string[] {
  const parsed = parseJson(text);
  const result = 'errors' in parsed ? parsed : readQuestion(parsed.value);
  return 'errors' in result ? [...new Set(result.errors.map(({ code }) => code))] : [];
}

const question = (nodes: string, workloads = '[]', more = '') =>
  `{"snapshot":{"nodes":${nodes},"workloads":${workloads}${more}}}`;
const node = (fields: string) => question(`[{"name":"n","allocatable":{}${fields}}]`);

describe('bodies that are refused', () => {
  test.each<[string, string, string[]]>([
    ['no JSON', '{"snapshot":', ['json-syntax']],
    ['NaN', node(',"pricePerHour":NaN'), ['json-syntax']],
    ['a number beyond doubles', node(',"pricePerHour":1e999'), ['json-number-too-long']],
    ['a number below doubles', node(',"pricePerHour":1e-999'), ['json-number-too-long']],
    [
      'a price with more digits than a double',
      node(',"pricePerHour":0.1234567890123456789'),
      ['json-number-too-long'],
    ],
    ['a prototype', node(',"__proto__":{"pricePerHour":0}'), ['json-forbidden-key']],
    ['a field twice', node(',"pricePerHour":1,"pricePerHour":2'), ['json-duplicate-key']],
    ['deep nesting', node(`,"location":${'['.repeat(100_000)}`), ['json-too-deep']],
    ['deep nesting within the limit', node(`,"location":${'['.repeat(60)}${']'.repeat(60)}`), ['type']],
    ['null', 'null', ['type']],
    ['a list', '[]', ['type']],
    [
      'wrong types everywhere',
      question(
        '[[],1,"n",null,true,{"name":{},"allocatable":1}]',
        '{"a":1}',
        ',"latency":[],"calls":7,"resources":null,"currency":[]',
      ),
      ['type'],
    ],
    ['a million nodes', question(`[${'0,'.repeat(999_999)}0]`), ['too-many']],
    [
      'a million fields',
      node(`,"allocatable2":1${many(1_000_000, (i) => `,"f${i}":1`).join('')}`),
      ['too-many'],
    ],
    [
      'two currencies',
      question(
        '[{"name":"n","allocatable":{},"currency":"EUR"},{"name":"m","allocatable":{},"currency":"USD"}]',
      ),
      ['mixed-currencies'],
    ],
    [
      'names twice and dangling',
      question(
        '[{"name":"n","allocatable":{}},{"name":"n","allocatable":{}}]',
        '[{"name":"w","requests":{},"replicas":{"x":1}}]',
        ',"calls":[{"from":"w","to":"y"}]',
      ),
      ['duplicate-name', 'unknown-node', 'unknown-workload'],
    ],
    [
      'names that objects have',
      question(
        '[{"name":"n","allocatable":{"toString":1}}]',
        '[{"name":"valueOf","requests":{},"replicas":{"hasOwnProperty":1}}]',
      ),
      ['format', 'unknown-node'],
    ],
  ])('%s', (_, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  test('names that objects have are names like any other where they are no trouble', () => {
    const names = '[{"name":"constructor","allocatable":{"cpu":1}}]';
    expect(
      codesOf(question(names, '[{"name":"toString","requests":{"cpu":1},"replicas":{"constructor":1}}]')),
    ).toEqual([]);
  });
});

describe('what an answer about bad input costs', () => {
  test('of a million errors a hundred are put in words', () => {
    const errors = new ErrorList();
    let words = 0;
    for (let i = 0; i < 1_000_000; i++) {
      errors.add([i], 'type', () => {
        words++;
        return '';
      });
    }
    expect([words, errors.found.length, errors.total]).toEqual([MAX_ERRORS, MAX_ERRORS, 1_000_000]);
  });

  test('a long key is in no pointer and in no message, however many errors are inside it', () => {
    const long = 'k'.repeat(100_000);
    const texts = [
      `{"${long}":{${many(200, () => '"a":1').join(',')}}}`,
      `{"${long}":1,"${long}":2}`,
      question(`[{"name":"n","allocatable":{"${long}":"x"}}]`),
      node(`,"${long}":1`),
      node(`,"pricePerHour":"${long}"`),
      question(
        '[]',
        `[{"name":"w","requests":{},"replicas":[{"node":"${long}"}]}]`,
        `,"calls":[{"from":"${long}","to":"${long}"}]`,
      ),
    ];
    for (const text of texts) {
      const parsed = parseJson(text);
      const { errors } = errorsOf('errors' in parsed ? parsed : readQuestion(parsed.value));
      expect(errors.length).toBeGreaterThan(0);
      expect(JSON.stringify(errors).length).toBeLessThan(20_000);
    }
  });

  test('long runs of zeros, escapes and blanks are read in one go', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(codesOf(`[1${zeros}1]`)).toEqual(['json-number-too-long']);
    expect(codesOf(`[0.${zeros}1]`)).toEqual(['json-number-too-long']);
    expect(codesOf(`{"${'\\u0061'.repeat(500_000)}":0,"${'a'.repeat(500_000)}":0}`)).toEqual([
      'json-duplicate-key',
    ]);
    expect(codesOf(`${'\n'.repeat(2_000_000)}x`)).toEqual(['json-syntax']);
  });

  /** How many elements are looked up in the lists of a snapshot while it is refused. */
  function lookUps(size: number): number {
    let count = 0;
    const counted = <Value>(list: Value[]) =>
      new Proxy(list, {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) count++;
          return Reflect.get(target, key, receiver);
        },
      });
    const { snapshot } = good();
    const { total } = errorsOf(
      readSnapshot({
        ...snapshot,
        nodes: counted(many(size, (i) => ({ name: `n${i % (size / 2)}`, allocatable: { pods: '0.5' } }))),
        workloads: counted(
          many(size, (i) => ({
            name: `w${i % 7}`,
            requests: { pods: '0.5', cpu: 'x' },
            replicas: counted([{ node: 'gone' }, 7]),
          })),
        ),
        calls: counted(many(size, (i) => ({ from: `w${i % 9}`, to: `w${i % 3}` }))),
        latency: { pairs: counted(many(size, (i) => ({ from: `n${i}`, to: 'n0', microseconds: i - 5 }))) },
      }),
    );
    expect(total).toBeGreaterThan(size * 5);
    return count;
  }

  test('twice the errors take twice the look-ups', () => {
    const once = lookUps(1_000);
    const twice = lookUps(2_000);
    expect(once).toBeLessThan(1_000 * 50);
    expect(twice).toBeLessThan(once * 2.1);
  });

  test('a list that is too long is not looked into', () => {
    const untouchable = new Proxy(
      many(LIMITS.nodes + 1, () => 0),
      {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) throw new Error('looked into');
          return Reflect.get(target, key, receiver);
        },
      },
    );
    const { errors } = errorsOf(readSnapshot({ nodes: untouchable, workloads: [] }));
    expect(errors).toMatchObject([{ code: 'too-many', pointer: '/nodes' }]);
  });
});
