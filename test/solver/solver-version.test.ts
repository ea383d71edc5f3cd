import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatJson } from '../../scripts/examples/format.ts';
import { EXAMPLES, readExample } from '../../scripts/examples/read.ts';
import { committedPlan } from '../../scripts/examples/solve.ts';
import { solverVersion } from '../../scripts/solver-version.ts';
import { Plan } from '../../src/model/plan.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';

const repository = join(import.meta.dirname, '../..');

test('the committed solver version is the one of the committed files', () => {
  expect(SOLVER_VERSION).toBe(solverVersion());
});

describe('the solver version', () => {
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'restow-version-'));
    for (const part of ['package.json', 'src', 'node_modules/highs/build/highs.wasm']) {
      cpSync(join(repository, part), join(copy, part), { recursive: true });
    }
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  test.each(['src/model/snapshot.ts', 'src/solver/ilp/new.ts', 'node_modules/highs/build/highs.wasm'])(
    'changes with %s',
    (file) => {
      const before = solverVersion(copy);
      writeFileSync(join(copy, file), 'other');
      expect(solverVersion(copy)).not.toBe(before);
    },
  );

  test.each(['src/solver/version.ts', 'src/api/plans.ts', 'src/solver/notes.md'])(
    'does not change with %s',
    (file) => {
      const before = solverVersion(copy);
      writeFileSync(join(copy, file), 'other');
      expect(solverVersion(copy)).toBe(before);
    },
  );

  test('starts with the version of the package', () => {
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ version: '9.8.7' }));
    expect(solverVersion(copy)).toMatch(/^9\.8\.7\+[0-9a-f]{12}$/);
  });
});

test.each(EXAMPLES)('when the golden plan of %s changes, so has the solver version', async (name) => {
  const golden = committedPlan(name);
  const { solverVersion: stated } = Plan.parse(JSON.parse(golden));
  const { snapshot, options } = readExample(name);
  const { plan } = await solve(snapshot, options, createEngine(loadHighsNode), stated);
  const changed = formatJson(plan) !== golden;
  expect([changed, stated]).not.toEqual([true, SOLVER_VERSION]);
});
