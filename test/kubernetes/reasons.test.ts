import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REASON_CODES } from '../../src/kubernetes/reasons.ts';

test('every reason has its place in docs/kubernetes.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/kubernetes.md'), 'utf8');
  expect(REASON_CODES.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
