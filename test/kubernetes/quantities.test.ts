import { describe, expect, test } from 'vitest';
import { converted, deployment, faultsOf, list, node, workloadOf } from './objects.ts';

const requesting = (resource: string, quantity: unknown) =>
  list(
    node('n1'),
    deployment('web', ['n1'], {
      spec: { containers: [{ name: 'main', resources: { requests: { [resource]: quantity } } }] },
    }),
  );

const requested = (resource: string, quantity: unknown) =>
  workloadOf(converted(requesting(resource, quantity)), 'shop/web').requests[resource];

describe('a quantity in a pod', () => {
  test.each([
    ['memory', '128974848', '128974848'],
    ['memory', '123Mi', '128974848'],
    ['memory', '128974848000m', '128974848'],
    ['memory', '129e6', '129000000'],
    ['memory', '129M', '129000000'],
    ['memory', '1.2Gi', '1288490189'],
    ['memory', '1288490188800m', '1288490189'],
    ['memory', '2.85Gi', '3060164199'],
    ['memory', '3060164198400m', '3060164199'],
    ['memory', '0.6Gi', '644245095'],
    ['memory', '644245094400m', '644245095'],
    ['memory', '61422956Ki', '62897106944'],
    ['cpu', '0.1', '100m'],
    ['cpu', '100m', '100m'],
    ['cpu', 0.1, '100m'],
    ['cpu', '.5', '500m'],
    ['cpu', '1.', '1'],
    ['cpu', '100001u', '101m'],
    ['memory', '1k', '1000'],
    ['memory', '1Ki', '1024'],
    ['memory', '1E', '1000000000000000000'],
    ['memory', '1E3', '1000'],
    ['memory', '1e3', '1000'],
    ['memory', 1024, '1024'],
  ])('%s: %s is %s', (resource, quantity, units) => {
    expect(requested(resource, quantity)).toBe(units);
  });

  test.each([
    '500K',
    '500mi',
    '16g',
    '2K',
    '',
    'NaN',
    '100 m',
    '1e1.5',
    '-1',
    '-1m',
    true,
    {},
    [],
    '9Ei9',
    '1e400',
    null,
  ])('%j is a fault that names the pod and not the text', (quantity) => {
    const faults = faultsOf(requesting('memory', quantity)).sort();
    expect(faults).toHaveLength(2);
    expect(faults[0]).toMatch(/Deployment shop\/web: (not a Kubernetes quantity|a quantity below zero)$/);
    expect(faults[1]).toMatch(/Pod shop\/web-0: (not a Kubernetes quantity|a quantity below zero)$/);
  });

  test.each(['500K', '-1', '', null])('%j in allocatable never counts as nothing in silence', (quantity) => {
    const objects = list(node('n1', { memory: quantity }));
    expect(faultsOf(objects)).toEqual([expect.stringContaining('Node n1: ')]);
  });
});
