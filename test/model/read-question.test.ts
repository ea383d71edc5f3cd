import { describe, expect, test } from 'vitest';
import { INPUT_ERROR_CODES } from '../../src/model/input-error.ts';
import { readOptions } from '../../src/model/read-options.ts';
import { readQuestion } from '../../src/model/read-question.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { errorsOf, good, many, withValue } from './good-question.ts';

test('a good question is read as it stands, and options may be left out', () => {
  const body = good();
  const question = readQuestion(body);
  expect(question).toEqual(body);
  expect(question).toHaveProperty('snapshot', body.snapshot);
  expect(readQuestion({ snapshot: body.snapshot })).toEqual({ snapshot: body.snapshot, options: {} });
  expect(readSnapshot(body.snapshot)).toEqual({ snapshot: body.snapshot });
  expect(readOptions(body.options)).toEqual({ options: body.options });
});

/** Where a value is put, which, and what is said about it: code, pointer when it is another place, part of the message. */
const PODS = 'snapshot workloads 4 affinity';
const AT = '/snapshot/workloads/4/affinity';
const SPREAD = 'snapshot workloads 4 topologySpreadConstraints';
const HARD = 'requiredDuringSchedulingIgnoredDuringExecution';
const SOFT = 'preferredDuringSchedulingIgnoredDuringExecution';
const TERMS =
  'workloads 4 affinity nodeAffinity requiredDuringSchedulingIgnoredDuringExecution nodeSelectorTerms';
const expression = `/snapshot/${TERMS.replaceAll(' ', '/')}/0/matchExpressions/0`;
const fields = `/snapshot/${TERMS.replaceAll(' ', '/')}/0/matchFields/0`;

const FAULTS: [string, unknown, string, (string | undefined)?, string?][] = [
  ['snapshot', undefined, 'required', '', '"snapshot" is missing'],
  ['snapshot', null, 'type', undefined, 'expected an object, found null'],
  ['snapshot', [], 'type', undefined, 'expected an object, found array'],
  ['options', null, 'type'],
  ['options', 'fast', 'type'],
  ['plan', {}, 'unknown-field', undefined, 'there are snapshot, options'],
  ['snapshot nodes', undefined, 'required', '/snapshot', '"nodes" is missing'],
  ['snapshot nodes', {}, 'type', undefined, 'expected an array, found object'],
  ['snapshot nodes 2', null, 'type', undefined, 'nodes[2]: expected an object, found null'],
  ['snapshot nodes 2 name', undefined, 'required', '/snapshot/nodes/2'],
  ['snapshot nodes 1 price', 3, 'unknown-field', undefined, 'pricePerHour'],
  ['snapshot nodes 1 location', 7, 'type', undefined, 'nodes[1].location: expected a string, found number'],
  ['snapshot nodes 1 location', 'a b', 'format'],
  ['snapshot nodes 1 location', '', 'range', undefined, 'is empty'],
  ['snapshot nodes 1 location', 'x'.repeat(254), 'range', undefined, 'more than 253 characters'],
  ['snapshot nodes 2 name', 'n1', 'duplicate-name', undefined, 'nodes[0] is called "n1" too'],
  [
    'snapshot nodes 1 currency',
    'USD',
    'mixed-currencies',
    undefined,
    '"USD", but the currency of the snapshot is "EUR"',
  ],
  ['snapshot currency', 'euro', 'format', undefined, 'ISO 4217'],
  [
    'snapshot currency',
    undefined,
    'mixed-currencies',
    '/snapshot/nodes/0/currency',
    '"USD", as it names none',
  ],
  ['snapshot nodes 0 pricePerHour', '0,192', 'format', undefined, 'write "0.192"'],
  ['snapshot nodes 0 pricePerHour', '1,192', 'format', undefined, 'write "1.192" or "1192"'],
  ['snapshot nodes 0 pricePerHour', '$1,234.50', 'format', undefined, 'write "1234.50"'],
  ['snapshot nodes 0 pricePerHour', '1.5e-3', 'format', undefined, 'write "0.0015"'],
  ['snapshot nodes 0 pricePerHour', '', 'format'],
  ['snapshot nodes 0 pricePerHour', '-1', 'format'],
  ['snapshot nodes 0 pricePerHour', Number.NaN, 'format', undefined, 'NaN is not a finite number'],
  ['snapshot nodes 0 pricePerHour', null, 'type', undefined, 'expected a string or a number, found null'],
  ['snapshot nodes 0 pricePerHour', 'x'.repeat(1000), 'format', undefined, '…'],
  ['snapshot nodes 0 allocatable', [], 'type'],
  ['snapshot nodes 0 allocatable cpu', '500 m', 'format', undefined, 'write "500m"'],
  ['snapshot nodes 0 allocatable cpu', '2K', 'format', undefined, 'write "2k" or "2Ki"'],
  ['snapshot nodes 0 allocatable cpu', '16GiB', 'format', undefined, 'write "16Gi"'],
  ['snapshot nodes 0 allocatable cpu', '500mi', 'format', undefined, 'write "500M" or "500Mi"'],
  ['snapshot nodes 0 allocatable cpu', -1, 'format'],
  ['snapshot nodes 0 allocatable cpu', {}, 'type'],
  ['snapshot nodes 0 allocatable a%b', 1, 'format', undefined, 'allocatable["a%b"]'],
  ['snapshot nodes 0 allocatable constructor', 1, 'format'],
  ['snapshot nodes 0 allocatable pods', '0.5', 'fractional-resource', undefined, 'pods comes whole'],
  [
    'snapshot workloads 0 requests nvidia.com/gpu',
    '500m',
    'fractional-resource',
    '/snapshot/workloads/0/requests/nvidia.com~1gpu',
  ],
  ['snapshot workloads 4 name', 'a~b/c', 'format'],
  ['snapshot workloads 0 replicas', 2, 'type', undefined, 'expected an object or an array, found number'],
  ['snapshot workloads 0 replicas n1', 1.5, 'type', undefined, '1.5 is not a whole number'],
  ['snapshot workloads 0 replicas n1', -1, 'range', undefined, '-1 is less than 0'],
  ['snapshot workloads 0 replicas n1', 1e9, 'range'],
  ['snapshot workloads 0 replicas n9', 0, 'unknown-node', undefined, 'there is no node "n9"'],
  ['snapshot workloads 1 replicas 0 node', 'n9', 'unknown-node'],
  [
    'snapshot workloads 1 replicas 0 name',
    'web-a',
    'partial-names',
    '/snapshot/workloads/1/replicas',
    '1 of 2 replicas',
  ],
  [
    'snapshot workloads 2 replicas 1',
    { node: 'n1', name: 'db-0' },
    'duplicate-name',
    '/snapshot/workloads/2/replicas/1/name',
  ],
  ['snapshot workloads 4 name', 'web', 'duplicate-name', undefined, 'workloads[1] is "default/web" too'],
  [
    'snapshot calls 0 to',
    'cart',
    'unknown-workload',
    undefined,
    'there is no workload "default/cart"; did you mean "shop/cart"?',
  ],
  ['snapshot calls 0 to', 'shop/web', 'unknown-workload', undefined, 'there is no workload "shop/web"'],
  ['snapshot calls 0 to', 'a/b/c', 'format'],
  ['snapshot calls 0 to', 'default/web', 'self-call', '/snapshot/calls/0'],
  [
    'snapshot calls 2',
    { from: 'default/web', to: 'shop/cart' },
    'duplicate-pair',
    undefined,
    'calls[0] is default/web -> shop/cart too',
  ],
  ['snapshot calls 0 maxLatencyMicroseconds', 3_600_000_001, 'range'],
  ['snapshot calls 0 reach', 'some', 'format', undefined, '"some" is not one of "all", "nearest"'],
  ['snapshot latency pairs', undefined, 'required', '/snapshot/latency'],
  ['snapshot latency pairs 2', { from: 'eu/a', to: 'n2', microseconds: 9 }, 'duplicate-pair'],
  ['snapshot latency symmetric', 'yes', 'type', undefined, 'expected a boolean, found string'],
  ['snapshot nodes 0 labels disk', 'a b', 'format', undefined, 'not a label value'],
  ['snapshot nodes 0 labels -x', '1', 'format', undefined, 'not a label key'],
  ['snapshot nodes 0 taints 0 effect', 'Never', 'format'],
  ['snapshot nodes 0 taints 0 key', undefined, 'required', '/snapshot/nodes/0/taints/0'],
  ['snapshot nodes 0 unschedulable', 1, 'type'],
  ['snapshot nodes 0 ready', 'yes', 'type'],
  ['snapshot workloads 2 replicas 0 movable', 0, 'type'],
  ['snapshot workloads 4 nodeSelector disk', 7, 'type'],
  ['snapshot workloads 4 hostPorts 0 hostPort', 0, 'range'],
  ['snapshot workloads 4 hostPorts 0 protocol', 'HTTP', 'format'],
  ['snapshot workloads 4 hostPorts 0 hostIP', 'localhost', 'format', undefined, 'not an IP address'],
  [`snapshot ${TERMS}`, [], 'required', undefined, 'at least one term'],
  [
    `snapshot ${TERMS} 0 matchExpressions 0 values`,
    ['x'],
    'selector',
    expression,
    'exactly one whole number',
  ],
  [`snapshot ${TERMS} 0 matchExpressions 0 values`, ['1', '2'], 'selector', expression],
  [`snapshot ${TERMS} 0 matchExpressions 0 values`, ['-1'], 'selector', expression, 'not a label value'],
  [`snapshot ${TERMS} 0 matchExpressions 0 operator`, 'Exists', 'selector', expression, 'takes no values'],
  [`snapshot ${TERMS} 0 matchExpressions 0 operator`, 'Near', 'format'],
  [
    `snapshot ${TERMS} 0 matchExpressions 0`,
    { key: 'rank', operator: 'In' },
    'selector',
    undefined,
    'In needs values',
  ],
  [`snapshot ${TERMS} 0 matchFields 0 key`, 'metadata.uid', 'selector', fields, 'the only field'],
  [`snapshot ${TERMS} 0 matchFields 0 operator`, 'Exists', 'selector', fields, 'In and NotIn'],
  [`snapshot ${TERMS} 0 matchFields 0 values`, [], 'selector', fields, 'exactly one value'],
  [
    'snapshot workloads 4 tolerations 1 value',
    'x',
    'selector',
    '/snapshot/workloads/4/tolerations/1',
    'takes no value',
  ],
  ['snapshot workloads 4 tolerations 1 operator', 'Equal', 'selector', '/snapshot/workloads/4/tolerations/1'],
  ['snapshot workloads 4 labels app', '-x', 'format', undefined, 'not a label value'],
  [`${PODS} podAffinity ${HARD} 0 topologyKey`, undefined, 'required', `${AT}/podAffinity/${HARD}/0`],
  [
    `${PODS} podAntiAffinity ${HARD} 0 namespaceSelector`,
    { matchLabels: {} },
    'unknown-field',
    `${AT}/podAntiAffinity/${HARD}/0/namespaceSelector/matchLabels`,
  ],
  [`${PODS} podAntiAffinity ${HARD} 0 labelSelector matchExpressions 0 operator`, 'Gt', 'format'],
  [
    `${PODS} podAntiAffinity ${HARD} 0 labelSelector matchExpressions 0 values`,
    [],
    'selector',
    `${AT}/podAntiAffinity/${HARD}/0/labelSelector/matchExpressions/0`,
    'NotIn needs values',
  ],
  [
    `${PODS} podAffinity ${SOFT} 0 podAffinityTerm labelSelector`,
    { matchExpressions: [{ key: 'a', operator: 'In' }] },
    'selector',
    `${AT}/podAffinity/${SOFT}/0/podAffinityTerm/labelSelector/matchExpressions/0`,
  ],
  [`${PODS} podAffinity ${SOFT} 0 weight`, 0, 'range'],
  [
    `${PODS} nodeAffinity ${SOFT} 0 preference matchExpressions 0 values`,
    ['x'],
    'selector',
    `${AT}/nodeAffinity/${SOFT}/0/preference/matchExpressions/0`,
  ],
  [`${SPREAD} 0 maxSkew`, 0, 'range'],
  [`${SPREAD} 0 nodeTaintsPolicy`, 'Maybe', 'format'],
  [`${SPREAD} 1 minDomains`, 2, 'selector', undefined, 'only a constraint DoNotSchedule'],
  [
    `${SPREAD} 1`,
    { maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
    'duplicate-pair',
    undefined,
    'another constraint',
  ],
  ['options keepSpread', 'yes', 'type'],
  ['snapshot resources memory transient', undefined, 'required', '/snapshot/resources/memory'],
  [
    'options strategy',
    'magic',
    'unknown-strategy',
    undefined,
    '"auto", "heuristic", "search", "exact", "ilp"',
  ],
  ['options strategy', 7, 'type'],
  ['options objective kind', undefined, 'required', '/options/objective'],
  ['options objective kind', 'best', 'format', undefined, '"weighted", "lexicographic"'],
  ['options objective alpha', '1e-3', 'format', undefined, 'write "0.001"'],
  ['options objective', { kind: 'lexicographic', alpha: 1 }, 'unknown-field', '/options/objective/alpha'],
  ['options exclude nodes 0', 'n9', 'unknown-node', undefined, 'there is no node "n9"'],
  ['options exclude nodes 0', 'a b', 'format'],
  ['options exclude workloads 0', 'cart', 'unknown-workload', undefined, '"default/cart"'],
  ['options exclude pods', [], 'unknown-field'],
  ['options keep nodes 0', 'n9', 'unknown-node', undefined, 'there is no node "n9"'],
  ['options drain nodes 0', 'n9', 'unknown-node', undefined, 'there is no node "n9"'],
  ['options drain nodes 0', 'n2', 'contradiction', undefined, '"n2" is excluded: nothing leaves it'],
  ['options budgets nodesPerSlot', '101%', 'format', undefined, 'a percentage such as "20%"'],
  ['options budgets replicasPerSlot', 0.5, 'format', undefined, 'not a whole number of zero or more'],
  ['options headroom cpu', '10 %', 'format', undefined, 'or a percentage such as "10%"'],
  [
    'options pools 1',
    { name: 'ssd', selector: {}, minimum: 2 },
    'duplicate-name',
    '/options/pools/1/name',
    'pools[0]',
  ],
  ['options pools 0 minimum', -1, 'range'],
  ['options openable 0 count', 0, 'range'],
  [
    'options openable 1',
    { name: 'small', count: 1, pricePerHour: 1, allocatable: {} },
    'duplicate-name',
    '/options/openable/1/name',
  ],
  [
    'options openable 0 allocatable',
    { gpu: '0.5' },
    'fractional-resource',
    '/options/openable/0/allocatable/gpu',
  ],
  [
    'snapshot nodes 2 name',
    'small-new-2',
    'duplicate-name',
    '/options/openable/0/name',
    'has a node "small-new-2"',
  ],
  ['options minimumSaving', { plan: '1' }, 'contradiction', undefined, 'drained whatever it saves'],
  ['snapshot workloads 3 spot maxShare', '1.5%', 'format'],
  ['snapshot nodes 0 capacityType', 'cheap', 'format', undefined, '"on-demand", "spot", "reserved"'],
  ['options budgets workloadPerSlot', true, 'type', undefined, 'a string or a number'],
  ['options maxSlots', -1, 'range'],
  ['options workLimit', 1e12, 'range'],
  ['options objective alpha', '900000000000.000000000001', 'money-range', undefined, 'fewer decimals'],
  ['snapshot nodes 1 pricePerHour', '100000.000000000001', 'money-range'],
  [
    'snapshot workloads 1 requests memory',
    '8000000000000001',
    'quantity-range',
    undefined,
    'too many to count exactly',
  ],
];

describe('one fault gives one error, at its place', () => {
  test.each(FAULTS)('%s = %j: %s', (place, value, code, pointer, message = '') => {
    const { errors, total } = errorsOf(readQuestion(withValue(place, value)));
    const expected = pointer ?? `/${place.replaceAll(' ', '/')}`;
    expect(errors.map((error) => `${error.code} ${error.pointer}`)).toEqual([`${code} ${expected}`]);
    expect(total).toBe(1);
    expect(errors[0].message).toContain(message);
    expect(errors[0].message.length).toBeLessThan(300);
  });

  test('every code of a question is in the table but too-many, which has a table of its own (no-draw is of generated workloads)', () => {
    const tried = new Set(FAULTS.map(([, , code]) => code));
    const missing = INPUT_ERROR_CODES.filter((code) => !code.startsWith('json-') && !tried.has(code));
    expect(missing).toEqual(['too-many', 'no-draw']);
  });
});

describe('many faults', () => {
  test('stand in the order of the document, whatever kind they are and however its keys are ordered', () => {
    const body = {
      options: { maxMoves: 1.5, objective: {} },
      snapshot: {
        calls: [{ to: 'gone', from: 'gone2', reach: 7 }],
        workloads: [{ replicas: { n9: 1, 'n 1': 1 }, requests: { cpu: '1x', pods: '0.5' }, name: '-' }],
        nodes: [
          { pricePerHour: '1x', name: 'n1', more: 1 },
          { name: 'n1', allocatable: 7, location: [] },
        ],
        extra: null,
      },
      extra: {},
    };
    expect(errorsOf(readQuestion(body)).errors.map(({ pointer }) => pointer)).toEqual([
      '/options/maxMoves',
      '/options/objective',
      '/snapshot/calls/0/to',
      '/snapshot/calls/0/from',
      '/snapshot/calls/0/reach',
      '/snapshot/workloads/0/replicas/n9',
      '/snapshot/workloads/0/replicas/n 1',
      '/snapshot/workloads/0/requests/cpu',
      '/snapshot/workloads/0/requests/pods',
      '/snapshot/workloads/0/name',
      '/snapshot/nodes/0',
      '/snapshot/nodes/0/pricePerHour',
      '/snapshot/nodes/0/more',
      '/snapshot/nodes/1/name',
      '/snapshot/nodes/1/allocatable',
      '/snapshot/nodes/1/location',
      '/snapshot/extra',
      '/extra',
    ]);
  });

  test('of 150, from checks that find them in turns, the first 100 are shown and all are counted', () => {
    const nodes = many(75, (i) => ({ name: 'n', allocatable: { cpu: i === 0 ? 1 : 'x' } }));
    const { errors, total } = errorsOf(readSnapshot({ workloads: [null, null], nodes }, '/at'));
    expect(total).toBe(150);
    const expected = many(74, (i) => [
      `/at/nodes/${i + 1}/name`,
      `/at/nodes/${i + 1}/allocatable/cpu`,
    ]).flat();
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/at/workloads/0',
      '/at/workloads/1',
      ...expected.slice(0, 98),
    ]);
  });

  test('one broken part hides nothing of another', () => {
    const body = good();
    const broken = { ...body.snapshot, nodes: 'many', calls: [{ from: 'web', to: 'nobody' }] };
    const found = errorsOf(readQuestion({ ...body, snapshot: broken })).errors;
    expect(found.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'type /snapshot/nodes',
      'unknown-workload /snapshot/calls/0/to',
    ]);
  });

  test('amounts out of range are found beside other faults', () => {
    const body = withValue('snapshot nodes 1 pricePerHour', '100000.000000000001');
    const codes = errorsOf(readQuestion({ ...body, extra: 1 })).errors.map(({ code }) => code);
    expect(codes).toEqual(['money-range', 'unknown-field']);
  });
});

describe('what is allowed', () => {
  test.each<[string, unknown]>([
    ['snapshot nodes 0 pricePerHour', 0],
    ['snapshot nodes 0 pricePerHour', undefined],
    ['snapshot nodes 0 allocatable cpu', '7Ei'],
    ['snapshot nodes 0 allocatable memory', '9223372036854775807'],
    ['snapshot nodes 0 allocatable cpu', '0.0000000001'],
    ['snapshot latency pairs 2', { from: 'n2', to: 'eu/a', microseconds: 9 }],
    ['snapshot latency pairs 2', { from: 'n2', to: 'n2', microseconds: 9 }],
    ['snapshot calls 2', { from: 'shop/cart', to: 'web' }],
    ['options objective alpha', 0],
  ])('%s = %j', (place, value) => {
    expect(readQuestion(withValue(place, value))).toHaveProperty('snapshot');
  });
});
