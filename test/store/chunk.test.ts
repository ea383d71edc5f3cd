import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_LENGTH, chunk } from '../../src/store/chunk.ts';

const encoder = new TextEncoder();

test('pieces joined in order are the text, and none is longer than asked', () => {
  let cut = 0;
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 7 }), (text, length) => {
      const pieces = chunk(text, length);
      expect(pieces.join('')).toBe(text);
      expect(pieces.every((piece) => piece.length > 0 && piece.length <= length)).toBe(true);
      if (pieces.length > 1) cut += 1;
    }),
    { numRuns: 500, seed: 3 },
  );
  expect(cut).toBeGreaterThan(250);
});

test('no piece ends within a surrogate pair, which UTF-8 could not carry', () => {
  const text = `a${'🚢'.repeat(10)}`;
  for (const piece of chunk(text, 4)) expect(new TextDecoder().decode(encoder.encode(piece))).toBe(piece);
});

test('a piece of the widest characters is below 1 MB in UTF-8', () => {
  const [piece] = chunk('€'.repeat(2 * CHUNK_LENGTH));
  expect(encoder.encode(piece).byteLength).toBe(900_000);
});

test('an empty text has no pieces', () => {
  expect(chunk('')).toEqual([]);
});
