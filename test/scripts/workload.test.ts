import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planCommand } from '../../scripts/plan-command.ts';
import { readRequest, workloadCommand } from '../../scripts/workload-command.ts';
import { drawWorkload } from '../../src/workloads/draw-workload.ts';

test('options become the request', () => {
  const argv = [
    ...['--seed', '3', '--cpu-milli', '100-200', '--replicas', '2', '--instance-types', 'a,b'],
    ...['--sizes', '[{"cpuMilli":1}]', '--devices', '2,25', '--start', 'overcommitted'],
  ];
  expect(readRequest(argv)).toEqual({
    kind: 'applications',
    seed: 3,
    cpuMilli: [100, 200],
    replicas: [2, 2],
    instanceTypes: ['a', 'b'],
    sizes: [{ cpuMilli: 1 }],
    devices: { perNode: 2, percent: 25 },
    start: 'overcommitted',
  });
});

test('prints the snapshot that the API answers, and plan reads it', async () => {
  const { exitCode, stdout } = workloadCommand(['--seed', '3', '--locations', '5']);
  expect(exitCode).toBe(0);
  expect({ snapshot: JSON.parse(stdout) }).toMatchObject({
    snapshot: (drawWorkload({ kind: 'applications', seed: 3, locations: 5 }) as { snapshot: object })
      .snapshot,
  });
  const plan = await planCommand(['-', '--json'], () => stdout);
  expect(plan.exitCode).toBe(0);
  expect(Number(JSON.parse(plan.stdout).cost.saved)).toBeGreaterThan(0);
});

test.each([
  [['--nodes', '40'], 'occupancyPercent: '],
  [['--seed', '1', '--seed', '2'], '--seed is given more than once'],
  [['--cpu-milli', '5-x'], 'cpuMilli[1]: '],
  [['--sizes', '{'], 'sizes: expected an array'],
  [['--seeds', '3'], "Unknown option '--seeds'"],
  [['3'], '3 is no option'],
  [['--kind', 'planted', '--locations', '2'], 'locations: no such field'],
])('%j is refused with its reason', (argv, message) => {
  const { exitCode, stdout, stderr } = workloadCommand(argv);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('runs as a script', () => {
  const script = join(import.meta.dirname, '../../scripts/workload.ts');
  const run = spawnSync(process.execPath, [script, '--kind', 'planted'], { encoding: 'utf8' });
  expect(run.status).toBe(0);
  expect(run.stderr).toMatch(/^A placement of \d+ per hour exists\.\n$/);
  expect(JSON.parse(run.stdout).nodes).toHaveLength(12);
});
