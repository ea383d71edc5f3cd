import { byName } from '../../src/model/placement.ts';
import { CORDONED, DAEMONS, INSTANCE_TYPES, REGION, SILENT } from './cluster-facts.ts';
import { type Host, hosts, nodeObject } from './cluster-nodes.ts';
import { place } from './cluster-placement.ts';
import { controlledBy, hash, podSpec, READY, volumesOf } from './cluster-pods.ts';
import { SERVICES, type Service } from './cluster-services.ts';
import { ClusterVolumes } from './cluster-volumes.ts';

/** Prices of the instance types, as `POST /v1/snapshots` takes them. */
export function clusterPrices(): object[] {
  return Object.entries(INSTANCE_TYPES).flatMap(([instanceType, { price, spot }]) => [
    { instanceType, region: REGION, pricePerHour: price },
    ...(spot === undefined
      ? []
      : [{ instanceType, region: REGION, capacityType: 'spot', pricePerHour: spot }]),
  ]);
}

/** What kubectl would print of the cluster. No two calls differ. */
export function clusterObjects(): { apiVersion: string; kind: string; items: object[] } {
  const all = hosts();
  const placed = place(all);
  const builder = new Builder(all);
  for (const host of all) builder.node(host);
  for (const [service, where] of placed) builder.service(service, where);
  builder.others(all);
  return { apiVersion: 'v1', kind: 'List', items: builder.items };
}

class Builder {
  readonly items: object[] = [];
  readonly #volumes: ClusterVolumes;
  #uids = 0;

  constructor(all: readonly Host[]) {
    this.#volumes = new ClusterVolumes((object) => this.#add(object), all);
    const namespaces = new Set(['kube-system', ...SERVICES.map(({ namespace }) => namespace)]);
    for (const name of [...namespaces].sort(byName))
      this.#add({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, uid: this.#uid(), labels: { 'kubernetes.io/metadata.name': name } },
      });
  }

  #uid(): string {
    return `00000000-0000-4000-8000-${String(++this.#uids).padStart(12, '0')}`;
  }

  #add(object: object): void {
    this.items.push(object);
  }

  node(host: Host): void {
    this.#add(
      nodeObject(host, this.#uid(), { cordoned: host.name === CORDONED, silent: host.name === SILENT }),
    );
  }

  service(service: Service, where: readonly Host[]): void {
    const { namespace, name, kind = 'Deployment', replicas, budget } = service;
    const owner = this.#owner(service);
    for (const [i, host] of where.entries()) {
      const suffix = kind === 'StatefulSet' ? `${i}` : hash(`${namespace}/${name}/${i}`).slice(0, 5);
      const podName = kind === 'Pod' ? name : `${owner.base}-${suffix}`;
      const claim = service.volume === 'shared' ? `${name}-data` : `data-${podName}`;
      if (service.volume === 'disk') this.#volumes.disk(namespace, claim, host);
      if (service.volume === 'shared' && i === 0) this.#volumes.shared(namespace, claim);
      const volumes = volumesOf(service, claim);
      const isSilent = host.name === SILENT;
      this.#add({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: podName,
          namespace,
          uid: this.#uid(),
          labels: owner.labels,
          ...(service.annotations && { annotations: service.annotations }),
          ...owner.reference,
        },
        spec: { ...podSpec(service), ...(volumes.length > 0 && { volumes }), nodeName: host.name },
        status: {
          phase: 'Running',
          conditions: isSilent
            ? READY.map((each) => (each.type === 'Ready' ? { ...each, status: 'False' } : each))
            : READY,
        },
      });
    }
    if (budget) {
      const spec = { ...budget, selector: { matchLabels: { app: name } } };
      this.#add({
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name, namespace, uid: this.#uid() },
        spec,
      });
    }
    if (service.autoscaled)
      this.#add({
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name, namespace, uid: this.#uid() },
        spec: {
          minReplicas: replicas,
          maxReplicas: 2 * replicas,
          scaleTargetRef: { apiVersion: 'apps/v1', kind, name },
        },
      });
  }

  /** The objects that own the pods of a service, and what its pods take from them. */
  #owner(service: Service): { base: string; labels: Record<string, string>; reference: object } {
    const { namespace, name, kind = 'Deployment', replicas, operator, strategy } = service;
    const labels = { app: name };
    const uid = this.#uid();
    const above = operator
      ? controlledBy(operator.apiVersion, operator.kind, operator.name, this.#uid())
      : {};
    const metadata = { name, namespace, uid, generation: 1, labels, ...above };
    const template = {
      metadata: { labels, ...(service.annotations && { annotations: service.annotations }) },
      spec: podSpec(service),
    };
    const spec = { replicas, selector: { matchLabels: labels }, template };
    const status = { observedGeneration: 1, replicas, updatedReplicas: replicas, readyReplicas: replicas };
    switch (kind) {
      case 'Pod':
        return { base: name, labels, reference: {} };
      case 'Job':
        this.#add({
          apiVersion: 'batch/v1',
          kind,
          metadata,
          spec: { parallelism: replicas, template },
          status: { active: replicas },
        });
        return { base: name, labels, reference: controlledBy('batch/v1', kind, name, uid) };
      case 'StatefulSet':
      case 'ReplicaSet':
        this.#add({ apiVersion: 'apps/v1', kind, metadata, spec, status });
        return { base: name, labels, reference: controlledBy('apps/v1', kind, name, uid) };
      default: {
        this.#add({
          apiVersion: 'apps/v1',
          kind,
          metadata,
          spec: { ...spec, strategy: { type: strategy ?? 'RollingUpdate' } },
          status,
        });
        const revision = hash(`${namespace}/${name}`);
        const set = this.#uid();
        const revised = { ...labels, 'pod-template-hash': revision };
        this.#add({
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          metadata: {
            name: `${name}-${revision}`,
            namespace,
            uid: set,
            generation: 1,
            labels: revised,
            ...controlledBy('apps/v1', 'Deployment', name, uid),
          },
          spec: {
            replicas,
            selector: { matchLabels: revised },
            template: { ...template, metadata: { ...template.metadata, labels: revised } },
          },
          status: { observedGeneration: 1, replicas, readyReplicas: replicas },
        });
        return {
          base: `${name}-${revision}`,
          labels: revised,
          reference: controlledBy('apps/v1', 'ReplicaSet', `${name}-${revision}`, set),
        };
      }
    }
  }

  /** What runs on every node, what has ended, waits or ends, and the rest of the rules. */
  others(all: readonly Host[]): void {
    for (const { name, cpu, memory, ...more } of DAEMONS) {
      const uid = this.#uid();
      const labels = { app: name };
      const namespace = 'kube-system';
      const ports =
        'hostPort' in more
          ? { ports: [{ containerPort: more.hostPort, hostPort: more.hostPort, protocol: 'TCP' }] }
          : {};
      const containers = [
        {
          name,
          image: `registry.example/system/${name}:5`,
          resources: { requests: { cpu, memory } },
          ...ports,
        },
      ];
      const spec = { containers, hostNetwork: true, tolerations: [{ operator: 'Exists' }] };
      this.#add({
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata: { name, namespace, uid },
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      });
      for (const host of all)
        this.#add({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: {
            name: `${name}-${hash(`${name}/${host.name}`).slice(0, 5)}`,
            namespace,
            uid: this.#uid(),
            labels,
            ...controlledBy('apps/v1', 'DaemonSet', name, uid),
          },
          spec: { ...spec, nodeName: host.name },
          status: { phase: 'Running', conditions: READY },
        });
    }
    const shell = SERVICES.find(({ kind }) => kind === 'Pod') as Service;
    const bare = (
      name: string,
      more: { nodeName?: string; deletionTimestamp?: string; phase: string; cpu?: string },
    ) =>
      this.#add({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name,
          namespace: 'batch',
          uid: this.#uid(),
          ...(more.deletionTimestamp && { deletionTimestamp: more.deletionTimestamp }),
        },
        spec: {
          ...podSpec({ ...shell, cpu: more.cpu ?? shell.cpu }),
          ...(more.nodeName && { nodeName: more.nodeName }),
        },
        status: { phase: more.phase, conditions: [] },
      });
    for (let i = 0; i < 6; i++)
      bare(`done-${i}`, { nodeName: all[i].name, phase: i % 3 === 0 ? 'Failed' : 'Succeeded', cpu: '1' });
    bare('too-large', { phase: 'Pending', cpu: '64' });
    bare('leaving', { nodeName: all[0].name, phase: 'Running', deletionTimestamp: '2026-01-01T00:00:00Z' });
    const quota = (namespace: string, hard: object, used: object) =>
      this.#add({
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'team', namespace, uid: this.#uid() },
        spec: { hard },
        status: { hard, used },
      });
    quota('billing', { 'requests.cpu': '20', pods: '60' }, { 'requests.cpu': '4', pods: '14' });
    quota('team-alpha', { 'requests.cpu': '400m', pods: '10' }, { 'requests.cpu': '400m', pods: '5' });
    const limits = [{ type: 'Container', defaultRequest: { cpu: '50m', memory: '64Mi' } }];
    this.#add({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'defaults', namespace: 'batch', uid: this.#uid() },
      spec: { limits },
    });
    this.#add({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'system-cluster-critical', uid: this.#uid() },
      value: 2_000_000_000,
    });
  }
}
