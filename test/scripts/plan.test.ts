import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../scripts/flags.ts';
import { readArguments } from '../../scripts/plan-arguments.ts';
import { planCommand } from '../../scripts/plan-command.ts';
import { Plan } from '../../src/model/plan.ts';

const root = join(import.meta.dirname, '../..');

/** The command, with files of the repository and this text as standard input. */
function plan(args: readonly string[], input = '') {
  return planCommand(args, (file) => (file === '-' ? input : readFileSync(join(root, file), 'utf8')));
}

describe('arguments', () => {
  test('become options as in the request body; what is not given is left out', () => {
    expect(readArguments(['a.json'])).toEqual({ help: false, json: false, file: 'a.json', options: {} });
    const all = [
      ...['--strategy', 'ilp', '--alpha', '0.5', '--max-slots', '2', '--max-moves', '3'],
      ...['--latency-in', 'end', '--work-limit', '4', '--saving-curve', '--json', '-'],
    ];
    expect(readArguments(all)).toEqual({
      help: false,
      json: true,
      file: '-',
      options: {
        strategy: 'ilp',
        objective: { kind: 'weighted', alpha: '0.5' },
        maxSlots: 2,
        maxMoves: 3,
        latencyIn: 'end',
        workLimit: 4,
        savingCurve: true,
      },
    });
    expect(readArguments(['a', '--explain', '--empty', 'n1,n2', '--explain-limit', '5'])).toEqual({
      help: false,
      json: false,
      file: 'a',
      options: {},
      reasons: { empty: ['n1', 'n2'], workLimit: 5 },
    });
    const choices = [
      ...['--drain', 'n1,n2', '--keep', 'n3', '--nodes-per-slot', '20%', '--replicas-per-slot', '3'],
      ...['--headroom', 'cpu=10%,memory=1Gi', '--minimum-saving', '5%'],
    ];
    expect(readArguments(['a', ...choices]).options).toEqual({
      drain: { nodes: ['n1', 'n2'] },
      keep: { nodes: ['n3'] },
      budgets: { nodesPerSlot: '20%', replicasPerSlot: 3 },
      headroom: { cpu: '10%', memory: '1Gi' },
      minimumSaving: { plan: '5%' },
    });
    expect(readArguments(['a', '--lexicographic']).options).toEqual({ objective: { kind: 'lexicographic' } });
  });

  test.each([
    [[]],
    [['a', 'b']],
    [['a', '--max-slots', '2.5']],
    [['a', '--max-slots=-1']],
    [['a', '--work-limit', '1e6']],
    [['a', '--lexicographic', '--alpha', '1']],
    [['a', '--max-slots', '2', '--max-slots', '3']],
    [['a', '--json', '--json']],
    [['a', '--empty', 'n1']],
    [['a', '--explain', '--explain-limit', 'few']],
    [['a', '--headroom', 'cpu']],
  ])('%j is refused', (argv) => {
    expect(() => readArguments(argv)).toThrow(UsageError);
  });

  test('an option that does not exist is refused', () => {
    expect(() => readArguments(['a', '--max-slot', '2'])).toThrow("Unknown option '--max-slot'");
  });
});

describe('npm run plan', () => {
  const snapshot = { nodes: [{ name: 'n', pricePerHour: 1, allocatable: { cpu: 1 } }], workloads: [] };

  test('prints a table for a file', async () => {
    const { exitCode, stdout, stderr } = await plan([
      'examples/hand/snapshot.json',
      '--strategy',
      'heuristic',
    ]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Cost {6}12 -> 12 USD per hour, saves 0 \(0 %\)\n/);
  });

  test('says why with --explain, as a table or as JSON', async () => {
    const { stdout } = await plan(['examples/hand/snapshot.json', '--explain', '--empty', 'n3']);
    expect(stdout).toMatch(/^Cost {6}12 -> 2/);
    expect(stdout).toContain('n3 can not all be emptied:\n  because: D-0 of default/D on n3 may not move\n');
    expect(stdout).toContain('  n2: emptying it costs 8.92 USD per hour more than it saves\n');
    const json = await plan(['examples/hand/snapshot.json', '--explain', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      nodes: [{ node: 'n1', state: 'emptied', slot: 2 }, {}, {}],
    });
  });

  test('prints JSON for standard input, where options of the command line come before those of the file', async () => {
    const input = JSON.stringify({ snapshot, options: { latencyIn: 'copies', workLimit: 5 } });
    const { exitCode, stdout } = await plan(['-', '--json', '--work-limit', '7'], input);
    expect(exitCode).toBe(0);
    expect(Plan.parse(JSON.parse(stdout)).options).toMatchObject({ latencyIn: 'copies', workLimit: 7 });
  });

  test.each([
    ['a file that is a snapshot', { ...snapshot, workloads: 1 }, [], '/workloads: '],
    [
      'a file with a snapshot in it',
      { snapshot: { ...snapshot, workloads: 1 } },
      [],
      '/snapshot/workloads: ',
    ],
    ['options in the file', { snapshot, options: { maxSlots: -1 } }, [], '/options/maxSlots: '],
    ['options on the command line', snapshot, ['--latency-in', 'never'], '/options/latencyIn: '],
  ])('prints the pointers of input errors in %s, with exit code 2', async (_, body, args, pointer) => {
    const { exitCode, stdout, stderr } = await plan(['-', ...args], JSON.stringify(body));
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^-: 1 error\n/);
    expect(stderr).toContain(`\n  ${pointer}`);
  });

  test.each([
    ['text that is no JSON', ['-'], '{"nodes": [}', '1 error\n  (all of it): '],
    ['a file that does not exist', ['nowhere.json'], '', 'ENOENT'],
    ['an unknown option', ['-', '--fast'], '', "Unknown option '--fast'"],
  ])('ends with exit code 2 for %s', async (_, args, input, message) => {
    const { exitCode, stderr } = await plan(args, input);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  test('prints help', async () => {
    const { exitCode, stdout } = await plan(['--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('npm run -s plan -- FILE [options]');
  });

  test('runs as a process, too, and passes its exit code on', () => {
    const args = ['scripts/plan.ts', '-', '--json'];
    const run = spawnSync(process.execPath, args, { cwd: root, input: '{}', encoding: 'utf8' });
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('"nodes" is missing');
  });
});
