import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Per file: what it may import and what it may not. A lint rule that silently does not fire is worth nothing. */
const rule: Record<string, { allowed: string[]; forbidden: string[] }> = {
  'src/model/probe.ts': {
    allowed: ['zod', './snapshot.ts', './check/check.ts'],
    forbidden: [
      '../solver/solve.ts',
      '../api/plans.ts',
      '../app.ts',
      'highs',
      'hono',
      'drizzle-orm',
      'node:fs',
    ],
  },
  'src/model/check/probe.ts': {
    allowed: ['zod', './latency.ts', '../plan.ts', '../snapshot.ts'],
    forbidden: [
      '../problem.ts',
      '../../solver/solve.ts',
      '../../solver/highs.ts',
      'highs',
      'cloudflare:workers',
    ],
  },
  'src/kubernetes/probe.ts': {
    allowed: ['../model/snapshot.ts', './pod.ts', 'kubernetes-types/core/v1'],
    forbidden: ['zod', '../solver/solve.ts', '../network/graph.ts', '../store/plans.ts', 'node:fs', 'hono'],
  },
  'src/network/probe.ts': {
    allowed: ['../model/snapshot.ts', './graph.ts'],
    forbidden: ['zod', '../solver/solve.ts', '../kubernetes/pod.ts', '../api/plans.ts', 'node:fs', 'hono'],
  },
  'src/solver/probe.ts': {
    allowed: ['../model/problem.ts', './highs.ts', './policies/mild.ts'],
    forbidden: [
      'highs',
      'zod',
      '../kubernetes/pod.ts',
      '../store/plans.ts',
      '../jobs/step.ts',
      'node:fs',
      'hono',
    ],
  },
  'src/solver/policies/probe.ts': {
    allowed: ['../../model/problem.ts', '../highs.ts', './mild.ts'],
    forbidden: [
      'highs',
      '../../network/graph.ts',
      '../../api/plans.ts',
      '../../app.ts',
      'drizzle-orm',
      'node:fs',
    ],
  },
  'src/solver/highs.ts': {
    allowed: ['highs', './mip.ts'],
    forbidden: ['../api/plans.ts', 'node:fs', 'hono'],
  },
  'src/reasons/probe.ts': {
    allowed: ['zod', '../model/snapshot.ts', '../solver/solve.ts', './rules/latency.ts'],
    forbidden: ['../api/plans.ts', '../store/plans.ts', '../kubernetes/pod.ts', 'hono', 'highs', 'node:fs'],
  },
  'src/reasons/rules/probe.ts': {
    allowed: ['../lift-rule.ts', '../../model/snapshot.ts', '../../solver/levels.ts', './latency.ts'],
    forbidden: ['../../api/plans.ts', '../../kubernetes/pod.ts', 'hono', 'highs', 'node:fs'],
  },
  'src/comparisons/probe.ts': {
    allowed: ['zod', '../model/snapshot.ts', './rules.ts'],
    forbidden: ['../solver/solve.ts', '../api/plans.ts', '../reasons/explain.ts', 'hono', 'highs', 'node:fs'],
  },
  'src/workloads/probe.ts': {
    allowed: ['zod', '../model/snapshot.ts', '../model/input/structure.ts', './random.ts'],
    forbidden: [
      '../solver/solve.ts',
      '../network/graph.ts',
      '../api/plans.ts',
      '../store/plans.ts',
      'node:fs',
      'hono',
    ],
  },
  'src/engine/probe.ts': {
    allowed: ['../solver/highs.ts', './trampoline.wasm', '../../node_modules/highs/build/highs.wasm'],
    forbidden: ['highs', '../solver/solve.ts', '../app.ts', 'node:fs'],
  },
  'src/store/probe.ts': {
    allowed: ['../model/plan.ts', './schema.ts', 'drizzle-orm', 'drizzle-orm/d1'],
    forbidden: ['../solver/solve.ts', '../jobs/step.ts', '../api/plans.ts', 'hono', 'node:fs', 'highs'],
  },
  'src/jobs/probe.ts': {
    allowed: ['../model/plan.ts', '../solver/solve.ts', '../store/plans.ts', './step.ts'],
    forbidden: ['../api/plans.ts', '../kubernetes/pod.ts', 'hono', 'drizzle-orm', 'highs', 'node:fs'],
  },
  'src/api/probe.ts': {
    allowed: [
      '../model/plan.ts',
      '../jobs/step.ts',
      '../store/plans.ts',
      './problem.ts',
      '@hono/zod-openapi',
      'hono/cors',
    ],
    forbidden: [
      '../app.ts',
      '../worker.ts',
      '../engine/workers.ts',
      '../../client/plan.ts',
      'drizzle-orm',
      'highs',
      'node:fs',
    ],
  },
  'src/app.ts': {
    allowed: ['./api/plans.ts', './solver/highs.ts', '@hono/zod-openapi'],
    forbidden: ['./engine/workers.ts', './worker.ts', 'cloudflare:workers', 'highs', 'node:fs'],
  },
  'client/probe.ts': {
    allowed: [
      '../src/model/plan.ts',
      '../src/kubernetes/pod.ts',
      '../src/solver/solve.ts',
      './apply.ts',
      'node:fs',
    ],
    forbidden: [
      '../src/api/plans.ts',
      '../src/store/plans.ts',
      '../src/jobs/step.ts',
      '../src/app.ts',
      'hono',
      'highs',
    ],
  },
};

const impure = [
  'Date.now()',
  'new Date()',
  'Math.random()',
  'performance.now()',
  'globalThis.Date',
  'crypto.randomUUID()',
  "'a'.localeCompare('b')",
  '(1).toLocaleString()',
];
const pureFolders = [
  'src/model',
  'src/model/check',
  'src/solver',
  'src/solver/heuristic',
  'src/network',
  'src/kubernetes',
  'src/workloads',
];

type Diagnostic = { category: string; location: { path: string; start: { line: number } } };

let folder: string;
let diagnostics: Diagnostic[];

async function write(path: string, lines: string[]): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), `${lines.join('\n')}\n`);
}

/** The 0-based lines of a file in which one of these rules fires. */
function flagged(path: string, categories: RegExp): number[] {
  const lines = diagnostics
    .filter((diagnostic) => diagnostic.location.path.endsWith(path) && categories.test(diagnostic.category))
    .map((diagnostic) => diagnostic.location.start.line - 1);
  return [...new Set(lines)].sort((a, b) => a - b);
}

beforeAll(async () => {
  const root = join(import.meta.dirname, '../..');
  folder = await mkdtemp(join(tmpdir(), 'restow-lint-'));
  const { vcs: _, ...config } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  await write('biome.json', [JSON.stringify(config)]);
  await cp(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
  for (const [path, { allowed, forbidden }] of Object.entries(rule)) {
    await write(
      path,
      [...allowed, ...forbidden].map((name) => `import '${name}';`),
    );
  }
  for (const pure of pureFolders) {
    await write(
      `${pure}/impure.ts`,
      impure.map((use, index) => `export const use${index} = ${use};`),
    );
  }
  await write('src/model/forms.ts', [
    "import type { A } from '../api/a.ts';",
    "export type { B } from '../api/b.ts';",
    "export const c = await import('../api/c.ts');",
    'export const a: A = 0;',
  ]);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_error, stdout) => resolve(stdout));
  });
  ({ diagnostics } = JSON.parse(output));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('import rule', () => {
  test.each(Object.entries(rule))('%s', (path, { allowed, forbidden }) => {
    expect(flagged(path, /noRestrictedImports/)).toEqual(forbidden.map((_, index) => allowed.length + index));
  });

  test('types, re-exports and dynamic imports count too', () => {
    expect(flagged('src/model/forms.ts', /noRestrictedImports/)).toEqual([0, 1, 2]);
  });
});

test.each(pureFolders)('%s knows no clock, no randomness and no locale', (pure) => {
  const everyLine = impure.map((_, index) => index);
  expect(flagged(`${pure}/impure.ts`, /noRestrictedGlobals|plugin/)).toEqual(everyLine);
});
