import { describe, expect, test } from 'vitest';
import { converted, list, node, pod, workloadOf } from './objects.ts';

type Json = Record<string, unknown>;
const of = (cpu: string | undefined, memory?: string) => ({
  resources: { requests: { ...(cpu && { cpu }), ...(memory && { memory }) } },
});
const main = (cpu?: string, memory?: string): Json => ({ name: 'main', ...of(cpu, memory) });
const second = (cpu?: string, memory?: string): Json => ({ name: 'second', ...of(cpu, memory) });
const init = (name: string, cpu?: string, memory?: string): Json => ({ name, ...of(cpu, memory) });
const sidecar = (name: string, cpu?: string, memory?: string): Json => ({
  ...init(name, cpu, memory),
  restartPolicy: 'Always',
});
const state = (name: string, allocated: Json | undefined, actual: Json | undefined): Json => ({
  name,
  ...(allocated && { allocatedResources: allocated }),
  ...(actual && { resources: { requests: actual } }),
});
const infeasible = {
  conditions: [
    { type: 'Ready', status: 'True' },
    { type: 'PodResizePending', status: 'True', reason: 'Infeasible' },
  ],
};

function requests(spec: Json, status: Json = {}): Json {
  return workloadOf(converted(list(node('n1'), pod('p', 'n1', { spec, status }))), 'shop/p').requests;
}

/** Worked out by hand from component-helpers `resource/helpers.go`. */
const cases: [string, Json, Json, Json?][] = [
  ['one container', { containers: [main('250m', '64Mi')] }, { cpu: '250m', memory: '67108864' }],
  ['none requested', { containers: [main()] }, {}],
  ['two containers add up', { containers: [main('250m'), second('300m')] }, { cpu: '550m' }],
  [
    'containers of different resources',
    { containers: [main('250m'), second(undefined, '1Ki')] },
    { cpu: '250m', memory: '1024' },
  ],
  [
    'fractions of a milli-core are rounded one by one, as the API server stores them',
    { containers: [main('100500u'), second('100500u')] },
    { cpu: '202m' },
  ],
  [
    'fractions of a byte add up before they are rounded',
    { containers: [main(undefined, '1500m'), second(undefined, '1500m')] },
    { memory: '3' },
  ],
  ['one fraction is rounded up', { containers: [main('100500u')] }, { cpu: '101m' }],
  [
    'a small init container is free',
    { initContainers: [init('a', '100m')], containers: [main('250m')] },
    { cpu: '250m' },
  ],
  [
    'a large init container decides',
    { initContainers: [init('a', '1')], containers: [main('250m')] },
    { cpu: '1' },
  ],
  [
    'init containers do not add up',
    { initContainers: [init('a', '200m'), init('b', '200m')], containers: [main('250m')] },
    { cpu: '250m' },
  ],
  [
    'the largest init container decides',
    { initContainers: [init('a', '400m'), init('b', '600m')], containers: [main('250m')] },
    { cpu: '600m' },
  ],
  [
    'each resource by itself',
    { initContainers: [init('a', '1', '1Ki')], containers: [main('250m', '2Ki')] },
    { cpu: '1', memory: '2048' },
  ],
  [
    'a resource of the init container alone',
    { initContainers: [init('a', undefined, '1Ki')], containers: [main('250m')] },
    { cpu: '250m', memory: '1024' },
  ],
  [
    'a sidecar runs on',
    { initContainers: [sidecar('s', '50m')], containers: [main('250m')] },
    { cpu: '300m' },
  ],
  [
    'two sidecars',
    { initContainers: [sidecar('s', '50m'), sidecar('t', '20m')], containers: [main('250m')] },
    { cpu: '320m' },
  ],
  [
    'an init container beside an earlier sidecar',
    { initContainers: [sidecar('s', '50m'), init('a', '400m')], containers: [main('250m')] },
    { cpu: '450m' },
  ],
  [
    'an init container before the sidecar',
    { initContainers: [init('a', '400m'), sidecar('s', '50m')], containers: [main('250m')] },
    { cpu: '400m' },
  ],
  [
    'an init container between sidecars',
    {
      initContainers: [sidecar('s', '50m'), init('a', '400m'), sidecar('t', '200m')],
      containers: [main('100m')],
    },
    { cpu: '450m' },
  ],
  [
    'sidecars and containers outweigh it',
    { initContainers: [sidecar('s', '300m'), init('a', '100m')], containers: [main('250m')] },
    { cpu: '550m' },
  ],
  [
    'restartPolicy of another word is no sidecar',
    { initContainers: [{ ...init('a', '100m'), restartPolicy: 'OnFailure' }], containers: [main('250m')] },
    { cpu: '250m' },
  ],
  [
    'overhead is added',
    { containers: [main('250m')], overhead: { cpu: '50m', memory: '1Ki' } },
    { cpu: '300m', memory: '1024' },
  ],
  [
    'overhead on an init container that decides',
    { initContainers: [init('a', '1')], containers: [main('250m')], overhead: { cpu: '50m' } },
    { cpu: '1050m' },
  ],
  [
    'pod level instead of containers',
    { containers: [main('250m')], resources: { requests: { cpu: '2' } } },
    { cpu: '2' },
  ],
  [
    'pod level below containers',
    { containers: [main('250m')], resources: { requests: { cpu: '100m' } } },
    { cpu: '100m' },
  ],
  [
    'pod level of one resource alone',
    { containers: [main('250m', '1Ki')], resources: { requests: { cpu: '2' } } },
    { cpu: '2', memory: '1024' },
  ],
  [
    'pod level hides a large init container',
    { initContainers: [init('a', '3')], containers: [main('1')], resources: { requests: { cpu: '2' } } },
    { cpu: '2' },
  ],
  [
    'pod level of devices says nothing',
    { containers: [main('1')], resources: { requests: { 'example.com/gpu': '2' } } },
    { cpu: '1' },
  ],
  [
    'pod level of huge pages',
    { containers: [main('1')], resources: { requests: { 'hugepages-2Mi': '4Mi' } } },
    { cpu: '1', 'hugepages-2Mi': '4194304' },
  ],
  [
    'pod level and overhead',
    { containers: [main('1')], resources: { requests: { cpu: '2' } }, overhead: { cpu: '10m' } },
    { cpu: '2010m' },
  ],
  [
    'a pod with limits of its own requests what its containers do',
    { containers: [main('1'), second('1')], resources: { limits: { cpu: '3' } } },
    { cpu: '2' },
  ],
  [
    'a limit of the pod is its request where no container has one',
    { containers: [main('1')], resources: { limits: { cpu: '3', memory: '2Ki' } } },
    { cpu: '1', memory: '2048' },
  ],
  [
    'with limits of the pod a resize of a container does not count',
    { containers: [main('1')], resources: { limits: { cpu: '3' } } },
    { cpu: '1' },
    { containerStatuses: [state('main', { cpu: '2' }, { cpu: '2' })] },
  ],
  [
    'a resize of the pod itself',
    { containers: [main('1')], resources: { requests: { cpu: '2' } } },
    { cpu: '3' },
    { allocatedResources: { cpu: '3' }, resources: { requests: { cpu: '1' } } },
  ],
  [
    'a resize of the pod itself that is infeasible',
    { containers: [main('1')], resources: { requests: { cpu: '8' } } },
    { cpu: '3' },
    { ...infeasible, allocatedResources: { cpu: '3' }, resources: { requests: { cpu: '1' } } },
  ],
  [
    'devices',
    { containers: [{ name: 'main', resources: { requests: { 'nvidia.com/gpu': '1' } } }] },
    { 'nvidia.com/gpu': '1' },
  ],
  [
    'a limit without a request is requested',
    { containers: [{ name: 'main', resources: { limits: { cpu: '2' } } }] },
    { cpu: '2' },
  ],
  [
    'a request beside a limit counts',
    { containers: [{ name: 'main', resources: { limits: { cpu: '2' }, requests: { cpu: '1' } } }] },
    { cpu: '1' },
  ],
  [
    'a resize up that waits',
    { containers: [main('2')] },
    { cpu: '2' },
    { containerStatuses: [state('main', { cpu: '1' }, { cpu: '1' })] },
  ],
  [
    'a resize down that waits',
    { containers: [main('1')] },
    { cpu: '2' },
    { containerStatuses: [state('main', { cpu: '1' }, { cpu: '2' })] },
  ],
  [
    'allocated and not yet actuated',
    { containers: [main('1')] },
    { cpu: '3' },
    { containerStatuses: [state('main', { cpu: '3' }, { cpu: '2' })] },
  ],
  [
    'a resize that is infeasible',
    { containers: [main('8')] },
    { cpu: '2' },
    { ...infeasible, containerStatuses: [state('main', { cpu: '1' }, { cpu: '2' })] },
  ],
  [
    'infeasible by the older field',
    { containers: [main('8')] },
    { cpu: '1' },
    { resize: 'Infeasible', containerStatuses: [state('main', { cpu: '1' }, { cpu: '1' })] },
  ],
  [
    'deferred is not infeasible',
    { containers: [main('8')] },
    { cpu: '8' },
    { resize: 'Deferred', containerStatuses: [state('main', { cpu: '1' }, { cpu: '1' })] },
  ],
  [
    'a status without resources says nothing',
    { containers: [main('1')] },
    { cpu: '1' },
    { containerStatuses: [state('main', { cpu: '3' }, undefined)] },
  ],
  [
    'a status of another container',
    { containers: [main('1')] },
    { cpu: '1' },
    { containerStatuses: [state('other', { cpu: '3' }, { cpu: '3' })] },
  ],
  [
    'a sidecar that is resized',
    { initContainers: [sidecar('s', '1')], containers: [main('1')] },
    { cpu: '3' },
    { initContainerStatuses: [state('s', { cpu: '2' }, { cpu: '2' })] },
  ],
  [
    'an init container has no resize',
    { initContainers: [init('a', '1')], containers: [main('1')] },
    { cpu: '1' },
    { initContainerStatuses: [state('a', { cpu: '2' }, { cpu: '2' })] },
  ],
];

describe('effective requests', () => {
  test.each(cases)('%s', (_, spec, expected, status) => {
    expect(requests(spec, status)).toEqual(expected);
  });

  test('are at least forty cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });
});
