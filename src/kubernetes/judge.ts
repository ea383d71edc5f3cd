import type { Quota } from '../model/namespace-rules.ts';
import { type Amounts, larger, NO_AMOUNTS, plus } from './amounts.ts';
import { budgetReasons, type CoveringBudget } from './budgets.ts';
import { templateRequests } from './container-requests.ts';
import type { Dump } from './dump.ts';
import { defaultRequests } from './limit-ranges.ts';
import type { ClusterNode } from './node.ts';
import { both } from './node-demands.ts';
import type { Overhead } from './overhead.ts';
import type { Owner } from './owners.ts';
import { nodesOfLocalVolumes, type PersistentVolumes } from './persistent-volumes.ts';
import type { PlacedPod } from './placed-pod.ts';
import type { Platforms } from './platform.ts';
import type { ClusterPod } from './pod.ts';
import type { RulesBetweenPods } from './pod-rules.ts';
import { readQuotas } from './quotas.ts';
import type { Reason } from './reasons.ts';
import type { Warnings } from './warnings.ts';

/** A dump as far as it has been read. */
export interface Cluster {
  readonly dump: Dump;
  readonly nodes: ReadonlyMap<string, ClusterNode>;
  readonly owners: ReadonlyMap<ClusterPod, Owner>;
  readonly between: RulesBetweenPods;
  readonly budgets: readonly CoveringBudget[];
  readonly overhead: Overhead;
  readonly volumes: PersistentVolumes;
  /** Pods on the nodes that are no replicas. */
  readonly strangers: readonly ClusterPod[];
  readonly platforms: Platforms;
}

export interface Judged {
  readonly placed: readonly PlacedPod[];
  readonly quotas: readonly Quota[];
}

const SYSTEM = 'kube-system';

/** What each pod takes and demands as a replica, and everything that speaks against moving it. */
export function judge(
  hosted: readonly { pod: ClusterPod; node: ClusterNode }[],
  cluster: Cluster,
  warnings: Warnings,
): Judged {
  const { dump, owners, between, overhead, platforms, volumes } = cluster;
  const budgets = budgetReasons(cluster.budgets);
  const taken = claimsOf(cluster.strangers);
  const bound = nodesOfLocalVolumes(dump, [...cluster.nodes.values()]);
  for (const name of bound) warnings.add('bound-volume', name);
  const templates = new Templates(dump);
  const judged = hosted.map(({ pod, node }): PlacedPod => {
    const owner = owners.get(pod) as Owner;
    const wanted = templates.requestsOf(owner, pod.namespace);
    const inVolumes = volumes.demandsOf(pod, node.name);
    const sharing = inVolumes.single.map(({ claim }) => taken.get(`${pod.namespace}/${claim}`)).find(Boolean);
    const running = plus(pod.requests, inVolumes.attached);
    const requests = larger(running, wanted);
    if ([...wanted].some(([resource, amount]) => amount > (pod.requests.get(resource) ?? 0n)))
      warnings.add('template-requests', `${owner.kind} ${pod.namespace}/${owner.name}`, pod.object.key);
    const isCovered = budgets.has(pod) || pod.isSafeToEvict;
    const others: (Reason | false)[] = [
      owner.isDaemon && { code: 'daemon-kept' },
      owner.kind === 'StatefulSet' && pod.emptyDirs > 0 && { code: 'empty-dir' },
      pod.namespace === SYSTEM && !isCovered && { code: 'system-namespace' },
      (node.isKept || bound.has(node.name)) && { code: 'node-kept', object: `Node ${node.name}` },
      sharing !== undefined && { code: 'single-user-volume', object: `Pod ${sharing.object.key}` },
      overhead.takesPortOf(pod) && { code: 'host-port-taken' },
      platforms.isUnknownOn(node) && { code: 'architecture-unknown', object: `Node ${node.name}` },
    ];
    return {
      pod,
      node: node.name,
      owner,
      running,
      requests,
      rules: between.of(pod),
      volumes: inVolumes.single,
      demands: { ...pod.demands, terms: both(pod.demands.terms, inVolumes.terms) },
      reasons: [
        ...owner.reasons,
        ...pod.reasons,
        ...inVolumes.reasons,
        ...between.reasonsOf(pod),
        ...(budgets.get(pod) ?? []),
        ...others.filter((reason) => reason !== false),
      ],
    };
  });
  return withQuotas(judged, dump);
}

/** Whose claims these are. */
function claimsOf(pods: readonly ClusterPod[]): Map<string, ClusterPod> {
  return new Map(
    pods.flatMap((pod) =>
      pod.volumes.flatMap((use) =>
        use.kind === 'claim' ? [[`${pod.namespace}/${use.claim}`, pod] as const] : [],
      ),
    ),
  );
}

/** Quotas come last: they ask what else could move. */
function withQuotas(judged: readonly PlacedPod[], dump: Dump): Judged {
  const movable = judged.filter(({ reasons }) => reasons.length === 0);
  const { quotas, reasons } = readQuotas(dump, new Map(movable.map(({ pod, requests }) => [pod, requests])));
  const placed = judged.map((one) => {
    const reason = reasons.get(one.pod);
    return reason ? { ...one, reasons: [reason] } : one;
  });
  return { placed, quotas };
}

/** What a pod made now would request, per owner. */
class Templates {
  readonly #defaults: ReadonlyMap<string, Amounts>;
  readonly #known = new Map<Owner, Amounts>();

  constructor(dump: Dump) {
    this.#defaults = defaultRequests(dump);
  }

  requestsOf(owner: Owner, namespace: string): Amounts {
    if (owner.template === undefined) return NO_AMOUNTS;
    const known = this.#known.get(owner);
    if (known) return known;
    const spec = owner.template.needed('spec');
    const requests = templateRequests(spec, this.#defaults.get(namespace) ?? NO_AMOUNTS);
    this.#known.set(owner, requests);
    return requests;
  }
}
