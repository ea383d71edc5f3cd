import type { Node } from 'kubernetes-types/core/v1';
import { TAINT_EFFECTS, type Taint } from '../model/scheduling.ts';
import { type Amounts, readAmounts } from './amounts.ts';
import { DO_NOT_DISRUPT, LABELS, LEAVING_TAINTS, PRICE, SCALE_DOWN_DISABLED } from './annotations.ts';
import { capacityTypeOf } from './capacity-type.ts';
import { type Known, metaOf } from './kinds.ts';
import { warnOfNodeFields } from './known-fields.ts';
import type { Warnings } from './warnings.ts';

/** What is read of a node. */
export interface ClusterNode {
  readonly object: Known<Node>;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  /** Those that keep pods away: `PreferNoSchedule` is a wish. */
  readonly taints: readonly Taint[];
  readonly allocatable: Amounts;
  readonly unschedulable: boolean;
  readonly ready: boolean;
  /** Somebody asked not to take it away. */
  readonly isKept: boolean;
  readonly instanceType: string | undefined;
  readonly region: string | undefined;
  readonly zone: string | undefined;
  readonly capacityType: string;
  /** As an annotation or label states it, unread. */
  readonly statedPrice: string | undefined;
}

export function readNode(object: Known<Node>, warnings: Warnings): ClusterNode {
  const meta = metaOf(object);
  const labels = meta.at('labels').texts();
  const annotations = meta.at('annotations').texts();
  const spec = object.claimed.at('spec');
  const status = object.claimed.needed('status');
  warnOfNodeFields(spec, warnings);
  const allocatable = readAmounts(status.needed('allocatable'));
  for (const resource of ['cpu', 'memory', 'pods'])
    if (!allocatable.has(resource)) warnings.add('no-resource', resource, object.name);
  const taints = spec
    .at('taints')
    .list()
    .flatMap((taint): (Taint & { key: string })[] => {
      const key = taint.needed('key').text();
      const value = taint.at('value').text() ?? '';
      const effect = TAINT_EFFECTS.find((known) => known === taint.needed('effect').text());
      if (effect === undefined) taint.fault('format', `the effect is not one of ${TAINT_EFFECTS.join(', ')}`);
      return key === undefined || effect === undefined
        ? []
        : [{ key, ...(value !== '' && { value }), effect }];
    });
  const isLeaving = taints.some(({ key }) => LEAVING_TAINTS.has(key)) || meta.at('deletionTimestamp').isGiven;
  const isReady = status
    .at('conditions')
    .list()
    .some((condition) => condition.at('type').text() === 'Ready' && condition.at('status').text() === 'True');
  if (!isReady) warnings.add('node-not-ready', object.name);
  const first = (names: readonly string[]) => names.map((name) => labels.get(name)).find((value) => value);
  return {
    object,
    name: object.name,
    labels,
    taints: taints.filter(({ effect }) => effect !== 'PreferNoSchedule'),
    allocatable,
    unschedulable: (spec.at('unschedulable').flag() ?? false) || isLeaving,
    ready: isReady,
    isKept:
      DO_NOT_DISRUPT.some((name) => annotations.get(name) === 'true') ||
      annotations.get(SCALE_DOWN_DISABLED) === 'true',
    instanceType: first(LABELS.instanceType),
    region: first(LABELS.region),
    zone: first(LABELS.zone),
    capacityType: capacityTypeOf(labels),
    statedPrice: annotations.get(PRICE) ?? labels.get(PRICE),
  };
}

/** Zone names of some clouds repeat in every region (`0`, `1`): then the region comes first. */
export function locationOf({ region, zone }: ClusterNode): string | undefined {
  if (zone === undefined) return region;
  return region === undefined || zone.startsWith(region) ? zone : `${region}/${zone}`;
}
