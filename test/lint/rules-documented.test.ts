import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../src/model/plan.ts';

test.each(['docs/model.md', 'docs/rules.md'])('%s tells of every rule', (page) => {
  const text = readFileSync(page, 'utf8');
  expect(RULES.filter((rule) => !new RegExp(`^\\|.*\`${rule}\``, 'm').test(text))).toEqual([]);
});

test('docs/rules.md tells of no rule that is gone', () => {
  const firsts = readFileSync('docs/rules.md', 'utf8').matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+)/gm);
  const named = [...firsts].flatMap(([, cell]) => cell.replaceAll('`', '').split(', '));
  expect(named.length).toBeGreaterThan(RULES.length / 2);
  expect(named.filter((name) => !(RULES as readonly string[]).includes(name))).toEqual([]);
});
