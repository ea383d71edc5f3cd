import { describe, expect, test } from 'vitest';
import { deployment, list, node, type PodParts, reasonsOf, statefulSet } from './objects.ts';
import { planned } from './planned.ts';

type Json = Record<string, unknown>;

/** What a quota lets move, from dump to plan, each beside its twin: more room, another namespace, or pods that it is not about. */

const two = [node('n1'), node('n2')];
const web = (parts: PodParts = {}) => deployment('web', ['n1'], parts);
const quota = (hard: Json, used: Json, spec: Json = {}, namespace = 'shop') => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', namespace },
  spec: { hard, ...spec },
  status: { used },
});

/** Pods that move, and what keeps those of `shop/web`. */
async function outcome(objects: Parameters<typeof list>, options = {}) {
  const { moves, answer, slots } = await planned(list(two, ...objects), undefined, options);
  return {
    moves: moves.length,
    slots,
    reasons: reasonsOf(answer, 'shop/web'),
    quotas: answer.snapshot.quotas,
  };
}

describe('a quota on all of a namespace is said in the snapshot', () => {
  test.each([
    ['cpu without room for a second copy', { 'requests.cpu': '1' }, { 'requests.cpu': '1' }, 0],
    ['cpu with room', { 'requests.cpu': '2' }, { 'requests.cpu': '1' }, 1],
    ['the short name', { cpu: '1999m' }, { cpu: '1' }, 0],
    ['the short name with room', { cpu: '2' }, { cpu: '1' }, 1],
    ['room that is less than a whole unit', { 'requests.cpu': '1999.9m' }, { 'requests.cpu': '1' }, 0],
    ['pods', { pods: '1' }, { pods: '1' }, 0],
    ['pods with room', { pods: '2' }, { pods: '1' }, 1],
    ['pods by count', { 'count/pods': '1' }, { 'count/pods': '1' }, 0],
    ['what pods that are not there use', { pods: '9' }, { pods: '9' }, 0],
  ])('%s', async (_, hard, used, moves) => {
    expect(await outcome([web(), quota(hard, used)])).toMatchObject({
      moves,
      reasons: [],
      quotas: [{ namespace: 'shop', name: 'q' }],
    });
    expect(await outcome([web(), quota(hard, used, {}, 'other')])).toMatchObject({
      moves: 1,
      quotas: undefined,
    });
  });

  test('by the smaller of what its spec says and what admission goes by', async () => {
    const at = (spec: string, status: string) => ({
      ...quota({ pods: spec }, {}),
      status: { hard: { pods: status }, used: { pods: '1' } },
    });
    const moves = async (spec: string, status: string) => (await outcome([web(), at(spec, status)])).moves;
    expect([await moves('2', '1'), await moves('1', '2'), await moves('2', '2')]).toEqual([0, 0, 1]);
  });

  test('with room for one, its pods go one by one', async () => {
    const three = deployment('web', ['n1', 'n1', 'n1']);
    const slots = async (pods: string) => (await outcome([three, quota({ pods }, { pods: '3' })])).slots;
    expect([await slots('4'), await slots('6')]).toEqual([3, 1]);
  });

  test('what recreates needs no room', async () => {
    const full = quota({ pods: '1' }, { pods: '1' });
    const options = { allowRecreate: true };
    expect(await outcome([statefulSet('web', ['n1']), full], options)).toMatchObject({ moves: 1 });
    expect(await outcome([web(), full], options)).toMatchObject({ moves: 0 });
  });

  test('of a resource that nobody asks for, or of what is no pod, nothing is said', async () => {
    const others = {
      services: '1',
      'requests.storage': '1',
      'count/jobs.batch': '1',
      'requests.x.io/gpu': '0',
    };
    expect(await outcome([web(), quota(others, { services: '1' })])).toMatchObject({
      moves: 1,
      quotas: undefined,
    });
    const asking = {
      spec: { containers: [{ name: 'm', resources: { requests: { 'x.io/gpu': '1' } } }], nodeName: 'n1' },
    };
    const gpus = [node('n3', { 'x.io/gpu': '1' }), node('n4', { 'x.io/gpu': '1' })];
    const full = quota({ 'requests.x.io/gpu': '1' }, { 'requests.x.io/gpu': '1' });
    const on = (name: string) => ({ ...asking, spec: { ...asking.spec, nodeName: name } });
    const prices = { n1: 1, n2: 1, n3: 10, n4: 1 };
    const moved = async (...more: Json[]) =>
      (await planned(list(two, gpus, deployment('web', ['n3'], on('n3')), more), prices)).moves;
    expect(await moved(full)).toEqual([]);
    expect(await moved()).toEqual(['shop/web-0 n3>n4']);
  });
});

describe('a quota that a snapshot can not say keeps what it is about', () => {
  test.each([
    ['limits', { 'limits.cpu': '99' }, { 'limits.cpu': '1' }],
    ['a use that is not stated', { pods: '99' }, {}],
    ['a key that is not known', { 'x.io/y': '9' }, { 'x.io/y': '0' }],
  ])('%s', async (_, hard, used) => {
    expect(await outcome([web(), quota(hard, used)])).toMatchObject({ moves: 0, reasons: ['quota'] });
    expect(await outcome([web(), quota(hard, used, {}, 'other')])).toMatchObject({ moves: 1, reasons: [] });
  });

  test('containers that do not name what a quota sums up', async () => {
    const bare = { containers: [{ name: 'm' }], nodeName: 'n1' };
    const limited = { containers: [{ name: 'm', resources: { limits: { cpu: '1' } } }], nodeName: 'n1' };
    const pods = { containers: [{ name: 'm' }], nodeName: 'n1', resources: { requests: { cpu: '1' } } };
    const roomy = quota({ 'requests.cpu': '9' }, { 'requests.cpu': '1' });
    const of = (spec: Json, ...more: Json[]) => outcome([web({ spec }), ...more]);
    expect(await of(bare, roomy)).toMatchObject({ moves: 0, reasons: ['quota'] });
    expect(await of(bare)).toMatchObject({ moves: 1 });
    expect(await of(bare, quota({ pods: '9' }, { pods: '1' }))).toMatchObject({ moves: 1 });
    expect(await of(limited, roomy)).toMatchObject({ moves: 1 });
    expect(await of(pods, roomy)).toMatchObject({ moves: 1 });
  });
});

describe('scopes', () => {
  const classed = (priorityClassName: string) => ({ spec: { priorityClassName, ...main } });
  const main = { containers: [{ name: 'm', resources: { requests: { cpu: '1' } } }], nodeName: 'n1' };
  const selecting = (operator: string, values?: string[], scopeName = 'PriorityClass') => ({
    scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values && { values }) }] },
  });
  const full = (spec: Json) => quota({ pods: '1' }, { pods: '1' }, spec);

  test.each<[string, PodParts, Json, 'said' | 'left out' | 'kept']>([
    ['PriorityClass In', classed('high'), selecting('In', ['high']), 'said'],
    ['PriorityClass In others', classed('high'), selecting('In', ['low']), 'left out'],
    ['PriorityClass NotIn, without one', {}, selecting('NotIn', ['low']), 'said'],
    ['PriorityClass Exists', {}, selecting('Exists'), 'left out'],
    ['PriorityClass DoesNotExist', {}, selecting('DoesNotExist'), 'said'],
    ['Terminating', {}, { scopes: ['Terminating'] }, 'left out'],
    ['NotTerminating', {}, { scopes: ['NotTerminating'] }, 'said'],
    ['Terminating', { spec: { activeDeadlineSeconds: 9, ...main } }, { scopes: ['Terminating'] }, 'said'],
    ['BestEffort', { status: { qosClass: 'Burstable' } }, { scopes: ['BestEffort'] }, 'left out'],
    ['NotBestEffort', { status: { qosClass: 'Burstable' } }, { scopes: ['NotBestEffort'] }, 'said'],
    ['BestEffort where the class is not stated', {}, { scopes: ['BestEffort'] }, 'kept'],
    ['both of two', {}, { scopes: ['NotTerminating', 'Terminating'] }, 'left out'],
    ['one that is not known', {}, selecting('Exists', undefined, 'Moonlight'), 'kept'],
    ['an operator that is not known', {}, selecting('Like', ['x']), 'kept'],
    ['a field that is not known', {}, { shares: {} }, 'kept'],
  ])('%s', async (_, parts, scope, expected) => {
    const { moves, reasons, quotas } = await outcome([web(parts), full(scope)]);
    expect([moves, reasons, quotas !== undefined]).toEqual(
      { said: [0, [], true], 'left out': [1, [], false], kept: [0, ['quota'], false] }[expected],
    );
  });

  test('a quota about some of the pods keeps only those, and none where there is room for all of them', async () => {
    const both = [deployment('web', ['n1'], classed('high')), deployment('api', ['n1'], classed('low'))];
    const high = selecting('In', ['high']);
    expect(await outcome([...both, quota({ pods: '1' }, { pods: '1' }, high)])).toMatchObject({
      reasons: ['quota'],
    });
    const { answer } = await planned(list(two, ...both, quota({ pods: '1' }, { pods: '1' }, high)));
    expect(reasonsOf(answer, 'shop/api')).toEqual([]);
    expect(await outcome([...both, quota({ pods: '2' }, { pods: '1' }, high)])).toMatchObject({
      moves: 2,
      reasons: [],
      quotas: undefined,
    });
  });
});
