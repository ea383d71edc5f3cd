import { describe, expect, test } from 'vitest';
import type { Given } from '../../src/kubernetes/to-snapshot.ts';
import { converted, list, node, warningsOf } from './objects.ts';

type Json = Record<string, unknown>;
const LABELS = {
  'node.kubernetes.io/instance-type': 'm5.large',
  'topology.kubernetes.io/region': 'r',
  'topology.kubernetes.io/zone': 'r-a',
};

function priceOf(given: Given, more: { labels?: Json; annotations?: Json } = {}) {
  const answer = converted(list(node('n1', {}, { ...more, labels: { ...LABELS, ...more.labels } })), given);
  const codes = ['no-price', 'price-ambiguous', 'price-unreadable'].filter(
    (code) => warningsOf(answer, code).length > 0,
  );
  return answer.snapshot.nodes[0]?.pricePerHour ?? codes;
}

const row = (pricePerHour: string, more: Json = {}) => ({ instanceType: 'm5.large', pricePerHour, ...more });
const sample = (value: string, metric: Record<string, string> = { node: 'n1' }) => ({
  metric,
  value: [0, value] as const,
});

describe('the price of a node', () => {
  test.each<[string, Given, ReturnType<typeof priceOf>]>([
    ['none', {}, ['no-price']],
    ['by its type', { prices: [row('0.096')] }, '0.096'],
    ['of another type', { prices: [{ instanceType: 'm5.xlarge', pricePerHour: 1 }] }, ['no-price']],
    ['of the region before none', { prices: [row('1'), row('2', { region: 'r' })] }, '2'],
    [
      'of the zone before the region',
      { prices: [row('3', { zone: 'r-a' }), row('2', { region: 'r' })] },
      '3',
    ],
    ['of another zone', { prices: [row('3', { zone: 'r-b' })] }, ['no-price']],
    ['of rows that agree', { prices: [row('1'), row('1.0')] }, '1'],
    ['of rows that do not', { prices: [row('1'), row('2')] }, ['price-ambiguous']],
    ['of spot capacity says nothing of it', { prices: [row('1', { capacityType: 'spot' })] }, ['no-price']],
    ['zero when it says zero', { prices: [row('0')] }, '0'],
    ['by name before its type', { nodePrices: { n1: '5' }, prices: [row('1')] }, '5'],
    ['by type before OpenCost', { prices: [row('1')], nodeTotalHourlyCost: [sample('2')] }, '1'],
    ['of OpenCost', { nodeTotalHourlyCost: [sample('0.192')] }, '0.192'],
    ['of OpenCost by instance', { nodeTotalHourlyCost: [sample('0.192', { instance: 'n1' })] }, '0.192'],
    ['of OpenCost with a double’s noise', { nodeTotalHourlyCost: [sample('0.19200000000000003')] }, '0.192'],
    ['of OpenCost with a power', { nodeTotalHourlyCost: [sample('9.6e-2')] }, '0.096'],
    ['of OpenCost about another node', { nodeTotalHourlyCost: [sample('1', { node: 'n2' })] }, ['no-price']],
    ['NaN', { nodeTotalHourlyCost: [sample('NaN')] }, ['price-unreadable']],
    ['infinite', { nodeTotalHourlyCost: [sample('+Inf')] }, ['price-unreadable']],
    ['negative', { nodeTotalHourlyCost: [sample('-1')] }, ['price-unreadable']],
    [
      'of samples that do not agree',
      { nodeTotalHourlyCost: [sample('1'), sample('2')] },
      ['price-ambiguous'],
    ],
  ])('%s', (_, given, expected) => {
    expect(priceOf(given)).toEqual(expected);
  });

  test('by its annotation or label, before its type, and unread when it is none', () => {
    const given = { prices: [row('1')] };
    expect(priceOf(given, { annotations: { 'restow.dev/price-per-hour': '0.5' } })).toBe('0.5');
    expect(priceOf(given, { labels: { 'restow.dev/price-per-hour': '0.5' } })).toBe('0.5');
    expect(priceOf(given, { annotations: { 'restow.dev/price-per-hour': 'cheap' } })).toEqual([
      'price-unreadable',
    ]);
  });

  test.each([
    { 'karpenter.sh/capacity-type': 'spot' },
    { 'eks.amazonaws.com/capacityType': 'SPOT' },
    { 'cloud.google.com/gke-spot': 'true' },
    { 'cloud.google.com/gke-preemptible': 'true' },
    { 'kubernetes.azure.com/scalesetpriority': 'spot' },
  ])('of spot capacity by %j', (labels) => {
    expect(priceOf({ prices: [row('1'), row('0.3', { capacityType: 'spot' })] }, { labels })).toBe('0.3');
    expect(priceOf({ prices: [row('1')] }, { labels })).toEqual(['no-price']);
  });

  test('one that cannot be read leaves the others as they are', () => {
    const nodes = list(node('n1'), node('n2'));
    const given = { nodeTotalHourlyCost: [sample('NaN'), sample('2', { node: 'n2' })] };
    expect(converted(nodes, given).snapshot.nodes.map((each) => each.pricePerHour)).toEqual([undefined, '2']);
  });
});

test.each([
  [{ 'topology.kubernetes.io/zone': 'r-a', 'topology.kubernetes.io/region': 'r' }, 'r-a'],
  [{ 'topology.kubernetes.io/zone': '0', 'topology.kubernetes.io/region': 'r' }, 'r/0'],
  [{ 'failure-domain.beta.kubernetes.io/zone': 'z' }, 'z'],
  [{ 'topology.kubernetes.io/region': 'r' }, 'r'],
  [{}, undefined],
])('a node labelled %j is in %s', (labels, location) => {
  expect(converted(list(node('n1', {}, { labels }))).snapshot.nodes[0]?.location).toBe(location);
});
