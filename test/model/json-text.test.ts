import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../src/model/json-text.ts';
import { LIMITS } from '../../src/model/limits.ts';
import { many } from './good-question.ts';

/** Codes and pointers of what is wrong with a text, as `code pointer`. */
function found(text: string): string[] {
  const parsed = parseJson(text);
  return 'errors' in parsed ? parsed.errors.map(({ code, pointer }) => `${code} ${pointer}`) : [];
}

function messageOf(text: string): string {
  const parsed = parseJson(text);
  return 'errors' in parsed ? parsed.errors[0].message : '';
}

describe('texts that are taken', () => {
  test.each([
    '0',
    '-0',
    '-12.50e+2',
    '"a\\u0041\\n\\\\"',
    'true',
    ' [ ] ',
    '\t{\r\n}',
    '[null,false,[],{}]',
    '{"a":{"a":1},"b":[{"a":2}]}',
    '{"":1,"é":2,"\\u00e9x":3}',
    '1E5',
    '100000000000000000000',
    '0.000000000000000000001',
    '123456789012345',
    '1e308',
    '2.3e-308',
    '0e999',
    '0.100000000000000000000',
    '{"constructor":1,"_proto_":2}',
    '"\u2028"',
    '"\u007f"',
  ])('%s is what JSON.parse makes of it', (text) => {
    expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
  });

  test('keys may be equal in different objects, and be many in one', () => {
    const keys = Array.from({ length: 500 }, (_, i) => `"k${i}":{"k${i}":0}`);
    expect(found(`{${keys.join(',')}}`)).toEqual([]);
  });
});

describe('what JSON.parse hides', () => {
  test.each<[string, string[]]>([
    ['{"a":1,"a":2}', ['json-duplicate-key /a']],
    ['{"a":1,"b":2,"a":3,"a":4}', ['json-duplicate-key /a', 'json-duplicate-key /a']],
    ['{"a":1,"\\u0061":2}', ['json-duplicate-key /a']],
    ['{"\\u0061":1,"a":2}', ['json-duplicate-key /a']],
    ['{"\\u0061":1,"\\u0061":2}', ['json-duplicate-key /a']],
    ['{"x":{"é":1,"é":2}}', ['json-duplicate-key /x/é']],
    ['[0,{"a/b~c":1,"a/b~c":2}]', ['json-duplicate-key /1/a~1b~0c']],
    ['{"":1,"":2}', ['json-duplicate-key /']],
    ['{"__proto__":{}}', ['json-forbidden-key /__proto__']],
    ['{"a":[{"__pr\\u006fto__":1}]}', ['json-forbidden-key /a/0/__proto__']],
    ['{"\\u005f_proto__":1}', ['json-forbidden-key /__proto__']],
    ['[1e999,-1e999]', ['json-number-too-long /0', 'json-number-too-long /1']],
    ['{"a":1e-999}', ['json-number-too-long /a']],
    ['4.9e-324', ['json-number-too-long ']],
    ['1234567890123456', ['json-number-too-long ']],
    ['[0.1234567890123456]', ['json-number-too-long /0']],
    ['-1234567.890123456e-5', ['json-number-too-long ']],
  ])('%s: %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('a duplicate is found among few keys and among many, at both sides of the change between', () => {
    for (const count of [1, 2, 31, 32, 33, 34, 100]) {
      const keys = Array.from({ length: count }, (_, i) => `"key${i}":${i}`);
      expect(found(`{${keys.join(',')}}`)).toEqual([]);
      for (const twice of [0, count - 1]) {
        expect(found(`{${keys.join(',')},"key${twice}":0}`)).toEqual([`json-duplicate-key /key${twice}`]);
      }
    }
  });

  test('different keys with the same hash are no duplicates, and many of them are no trouble', () => {
    // "Aa" and "BB" have the same hash for every hash of the form 31 h + c.
    const keys = Array.from({ length: 2 ** 14 }, (_, i) =>
      Array.from({ length: 14 }, (_, bit) => ((i >> bit) & 1 ? 'Aa' : 'BB')).join(''),
    );
    expect(
      found(
        `{${keys
          .slice(0, 16)
          .map((key) => `"${key}":0`)
          .join(',')}}`,
      ),
    ).toEqual([]);
    expect(found(`{${keys.map((key) => `"${key}":0`).join(',')}}`)).toEqual([]);
  });

  test('the first hundred are shown in the order of the text, the rest counted', () => {
    const parsed = parseJson(`[${Array.from({ length: 150 }, () => '1e999').join(',')}]`);
    if (!('errors' in parsed)) throw new Error('taken');
    expect(parsed.total).toBe(150);
    expect(parsed.errors.map(({ pointer }) => pointer)).toEqual(
      Array.from({ length: 100 }, (_, i) => `/${i}`),
    );
  });
});

describe('nesting', () => {
  test('64 levels are taken, 65 are too deep', () => {
    expect(found('['.repeat(64) + ']'.repeat(64))).toEqual([]);
    expect(found(`${'{"a":'.repeat(64)}0${'}'.repeat(64)}`)).toEqual([]);
    expect(found('['.repeat(65) + ']'.repeat(65))).toEqual([`json-too-deep ${'/0'.repeat(64)}`]);
    expect(found(`${'{"a":'.repeat(65)}0${'}'.repeat(65)}`)).toEqual([`json-too-deep ${'/a'.repeat(64)}`]);
  });

  test('a million open brackets end the scan at once', () => {
    expect(found('['.repeat(1_000_000))).toEqual([`json-too-deep ${'/0'.repeat(64)}`]);
    expect(found('[{"x":'.repeat(1_000_000))).toHaveLength(1);
  });
});

test('an object may have as many fields as a snapshot nodes, not one more', () => {
  const fields = many(LIMITS.nodes, (i) => `"f${i}":0`).join(',');
  expect(found(`[{"a":{${fields}}}]`)).toEqual([]);
  expect(found(`[{"a":{${fields},"x":0}}]`)).toEqual(['too-many /0/a']);
});

describe('texts that are no JSON', () => {
  test.each<[string, string]>([
    ['', 'line 1, column 1: expected a value, found the end'],
    ['{"a":1,\n "b" 2}', 'line 2, column 6: expected ":", found "2"'],
    ['{"a":1,}', 'line 1, column 8: expected a key in double quotes, found "}"'],
    ["{'a':1}", 'line 1, column 2: expected a key in double quotes, found "\'"'],
    ['[1,]', 'line 1, column 4: expected a value, found "]"'],
    ['[1 2]', 'line 1, column 4: expected "," or "]", found "2"'],
    ['{"a":1]', 'line 1, column 7: expected "," or "}", found "]"'],
    ['{} {}', 'line 1, column 4: expected the end of the text, found "{"'],
    ['NaN', 'line 1, column 1: expected a value, found "N"'],
    ['[Infinity]', 'line 1, column 2: expected a value, found "I"'],
    ['nul', 'line 1, column 4: expected a value, found the end'],
    ['"a', 'line 1, column 3: expected a closing double quote, found the end'],
    ['"a\nb"', 'line 1, column 3: expected no control character in a string, found "\\n"'],
    ['"é\\x"', 'line 1, column 3: expected an escape such as \\n or \\u0041, found "\\\\"'],
    ['"\\u00g0"', 'line 1, column 2: expected an escape such as \\n or \\u0041, found "\\\\"'],
    ['-', 'line 1, column 2: expected a digit, found the end'],
    ['[1.]', 'line 1, column 4: expected a digit, found "]"'],
    ['1e+', 'line 1, column 4: expected a digit, found the end'],
    ['01', 'line 1, column 2: expected the end of the text, found "1"'],
    ['["👋" 👋]', 'line 1, column 7: expected "," or "]", found "👋"'],
    ['// no', 'line 1, column 1: expected a value, found "/"'],
    ['\uFEFF1', 'line 1, column 1: expected a value, found "\uFEFF"'],
    ['\u00a01', 'line 1, column 1: expected a value, found "\u00a0"'],
  ])('%j: %s', (text, message) => {
    expect(found(text)).toEqual(['json-syntax ']);
    expect(messageOf(text)).toBe(message);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('a syntax error is the only one reported, whatever came before it', () => {
    expect(found('{"a":1,"a":1e999')).toEqual(['json-syntax ']);
  });
});

test('a text is refused for its syntax exactly when JSON.parse refuses it', () => {
  const edits = fc.array(
    fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...'{}[]",:\\ u0-1.e+tn\n\u0001é'.split(''))),
    { maxLength: 3 },
  );
  const seen = { json: 0, other: 0 };
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), edits, (json, changes) => {
      let text = json;
      for (const [place, cut, put] of changes) {
        const at = place % (text.length + 1);
        text = text.slice(0, at) + put + text.slice(at + cut);
      }
      const parsed = parseJson(text);
      const isSyntax = 'errors' in parsed && parsed.errors[0].code === 'json-syntax';
      let value: unknown;
      let refused = false;
      try {
        value = JSON.parse(text);
      } catch {
        refused = true;
      }
      expect(isSyntax).toBe(refused);
      if ('value' in parsed) expect(parsed.value).toEqual(value);
      seen[refused ? 'other' : 'json']++;
    }),
    { numRuns: 5_000, seed: 1 },
  );
  expect(seen.json).toBeGreaterThan(1_000);
  expect(seen.other).toBeGreaterThan(1_000);
});
