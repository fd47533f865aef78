import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { schemaFault, typeFaults } from './support/kubernetes-types';
import {
  buildRenderer,
  CHART,
  render,
  renderAll,
  type Manifest,
  type Rendering,
  type Values,
} from './support/rendering';
import { LEAST, mergedValues, nested, VARIANTS } from './support/variants';

const DEFAULTS = parse(readFileSync(path.join(CHART, 'values.yaml'), 'utf8')) as Values;
const EXAMPLE = parse(readFileSync(path.join(CHART, 'examples/cloudnative-pg/values.yaml'), 'utf8')) as Values;
const COMPONENTS = ['api', 'worker-browser', 'worker-http'];

/** Paths of the values of values.yaml: texts, numbers, lists and empty objects; and objects that are values of Kubernetes. */
function pathsOf(values: Values, above = ''): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const at = `${above}${key}`;
    const isGroup =
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0 &&
      !/\.(requests|limits)$/.test(at);
    return isGroup ? pathsOf(value as Values, `${at}.`) : [at];
  });
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [key: string]: unknown;
}
interface PodSpec {
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string }[];
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly seccompProfile: unknown };
  readonly [key: string]: unknown;
}
interface Workload {
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly template: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: PodSpec;
  };
  readonly replicas?: number;
}

const find = ({ manifests }: Rendering, kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};
const workloadOf = (rendering: Rendering, component: string): Workload =>
  find(rendering, component === 'migrate' ? 'Job' : 'Deployment', `hrev-${component}`).spec as unknown as Workload;
const podOf = (rendering: Rendering, component: string): PodSpec => workloadOf(rendering, component).template.spec;
const environmentOf = (rendering: Rendering, component: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    podOf(rendering, component).containers[0].env.map((one) => [one.name, one.value ?? one.valueFrom]),
  );

describe('the chart (docker/chart)', () => {
  let plain: Rendering;
  let example: Rendering;

  beforeAll(() => {
    buildRenderer();
    plain = render(LEAST);
    example = render(EXAMPLE);
  });

  describe('values', () => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true });
    const isValid = ajv.compile(JSON.parse(readFileSync(path.join(CHART, 'values.schema.json'), 'utf8')) as object);
    const faultsOf = (values: Values): unknown =>
      isValid(mergedValues(DEFAULTS, values))
        ? null
        : isValid.errors?.map(({ instancePath, message }) => [instancePath, message]);
    const before = VARIANTS.map(([, , needs = {}]) => mergedValues(LEAST, needs));
    const after = VARIANTS.map(([at, value], index) => mergedValues(before[index] ?? LEAST, nested(at, value)));

    it('each has a variant', () => {
      expect(VARIANTS.map(([at]) => at).sort()).toEqual([...pathsOf(DEFAULTS)].sort());
    });

    it('each has an effect on the manifests', () => {
      const [unchanged, changed] = [renderAll(before), renderAll(after)];
      const without = VARIANTS.flatMap(([at], index) => {
        const [from, to] = [unchanged[index], changed[index]];
        expect([from?.error, to?.error]).toEqual(['', '']);
        return JSON.stringify(from?.manifests) === JSON.stringify(to?.manifests) ? [at] : [];
      });
      expect(without).toEqual([]);
    });

    it('each gives manifests that match the types and schemas of Kubernetes, KEDA, Prometheus and the Gateway API', async () => {
      const all = [plain, example, ...renderAll(after)].flatMap(({ manifests }) => manifests);
      const distinct = [...new Map(all.map((manifest) => [JSON.stringify(manifest), manifest])).values()];
      expect(new Set(distinct.map(({ kind }) => kind))).toEqual(
        new Set([
          'ConfigMap',
          'Deployment',
          'HTTPRoute',
          'HorizontalPodAutoscaler',
          'Ingress',
          'Job',
          'NetworkPolicy',
          'PodDisruptionBudget',
          'PrometheusRule',
          'ScaledObject',
          'Service',
          'ServiceAccount',
          'ServiceMonitor',
        ]),
      );
      expect(typeFaults(distinct)).toEqual([]);
      expect((await Promise.all(distinct.map(schemaFault))).filter((fault) => fault !== null)).toEqual([]);
    });

    it('the checks find an unknown field, a wrong type and a missing field', async () => {
      const service = find(plain, 'Service', 'hrev-api');
      const faults = typeFaults([
        { ...service, spec: { ...service.spec, selectors: {} } },
        { ...service, spec: { ...service.spec, type: 1 } },
      ]);
      expect(faults).toHaveLength(2);
      const { selector: _, ...spec } = find(plain, 'Deployment', 'hrev-api').spec;
      expect(await schemaFault({ ...find(plain, 'Deployment', 'hrev-api'), spec })).toMatch(/selector/);
    });

    it('the schema accepts the defaults, each variant and the example', () => {
      expect([LEAST, EXAMPLE, ...after].map(faultsOf).filter((faults) => faults !== null)).toEqual([]);
    });

    it('the schema accepts the defaults alone, which `helm lint` reads without other values', () =>
      expect(faultsOf({})).toBeNull());

    it.each<[string, unknown]>([
      ['apis', {}],
      ['api.replica', 2],
      ['api.autoscaling.by', 'lateness'],
      ['api.replicas', '2'],
      ['workers.http.sharedMemory', '1Gi'],
      ['workers.browser.sharedMemory', '1G'],
      ['config.HREV_COLLECT_OFTEN', '3h'],
      ['config.HREV_ENCRYPTION_KEY', 'a'.repeat(64)],
      ['config.HREV_ROLE', 'api'],
      ['config.HREV_RATE_LIMIT', 300],
      ['image.digest', 'sha256:abc'],
      ['metrics.port', 80],
      ['metrics.prometheusRule.docsUrl', 'git.example.com'],
      ['monitoring.dashboards.labels.grafana_dashboard', 1],
      ['networkPolicy.egress.internet.ports', [443]],
      ['networkPolicy.egress.dns.cidr', '10.0.0.0/8'],
    ])('the schema refuses %s: %j', (at, value) => {
      expect(faultsOf(nested(at, value))).not.toBeNull();
    });
  });

  it.each<[string, Values, string]>([
    ['no Secret', {}, 'existingSecret is required'],
    ['a route without a Gateway', { ...LEAST, httpRoute: { enabled: true } }, 'httpRoute.parentRefs is required'],
    ['an Ingress without hosts', { ...LEAST, ingress: { enabled: true } }, 'ingress.hosts is required'],
    [
      'less time to stop than a stop may take',
      { ...LEAST, api: { terminationGracePeriodSeconds: 54 } },
      'api: terminationGracePeriodSeconds must be at least 55',
    ],
  ])('refuses %s', (_, values, message) => {
    expect(() => render(values)).toThrow(message);
  });

  it('has no Secret, and no text that differs between two renderings', () => {
    expect(example.manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    expect(render(EXAMPLE)).toEqual(example);
  });

  // Rules of `helm lint` for templates. The types of Kubernetes know nothing of removals.
  it('has objects with names of Kubernetes, in versions that newer clusters serve', () => {
    const removed =
      /^(extensions\/|apps\/v1beta|policy\/v1beta|autoscaling\/v2beta|networking\.k8s\.io\/v1beta|batch\/v1beta)/;
    for (const { apiVersion, metadata } of [...plain.manifests, ...example.manifests]) {
      expect(metadata.name).toMatch(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
      expect(apiVersion).not.toMatch(removed);
    }
  });

  it('selects the pods of each Deployment by labels', () => {
    for (const component of COMPONENTS)
      expect(Object.keys(workloadOf(plain, component).selector.matchLabels).length).toBeGreaterThan(0);
  });

  it.each<[component: string, image: string]>([
    ['api', 'image'],
    ['migrate', 'image'],
    ['worker-http', 'image'],
    ['worker-browser', 'browserImage'],
  ])('runs %s from the digest of %s, if there is one', (component, image) => {
    const digest = `sha256:${'5e'.repeat(32)}`;
    const pinned = render(mergedValues(LEAST, nested(image, { repository: 'registry.example.com/x', digest })));
    expect(podOf(pinned, component).containers[0].image).toMatch(
      new RegExp(`^registry\\.example\\.com/x(:[\\w.]+)?@${digest}$`),
    );
  });

  it('names every object by release and component, within the limit of 63 characters', () => {
    const long = render(LEAST, 'a-release-with-a-name-of-fifty-three-characters-in-it');
    for (const { metadata } of long.manifests) {
      expect(metadata.name.length).toBeLessThanOrEqual(63);
      expect(metadata).toMatchObject({ namespace: 'reviews', labels: { 'app.kubernetes.io/managed-by': 'Helm' } });
    }
    const names = long.manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  describe.each([...COMPONENTS, 'migrate'])('the pods of %s', (component) => {
    it('follow the restricted Pod Security Standard, with a read-only root file system', () => {
      const pod = podOf(plain, component);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
      });
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.securityContext.seccompProfile).toEqual(
        component === 'worker-browser'
          ? { type: 'Localhost', localhostProfile: 'hrev/seccomp-chromium.json' }
          : { type: 'RuntimeDefault' },
      );
      expect(Object.keys(pod).filter((key) => key.startsWith('host'))).toEqual([]);
    });

    it('have a mount for each volume, where the service and Chromium write', () => {
      const pod = podOf(plain, component);
      const mounts = pod.containers[0].volumeMounts;
      expect(mounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
      expect(mounts.map(({ mountPath }) => mountPath)).toEqual([
        '/tmp',
        '/data',
        ...(component === 'worker-browser' ? ['/dev/shm'] : []),
      ]);
    });

    it('read secrets from the Secret of the operator', () => {
      const secrets = Object.entries(environmentOf(plain, component)).filter(([name]) => /_URL$|KEY/.test(name));
      expect(secrets.length).toBeGreaterThan(0);
      for (const [name, value] of secrets)
        expect(value).toEqual({
          secretKeyRef: expect.objectContaining({ name: 'hrev', key: name }) as unknown,
        });
    });

    it('have the labels of their selectors and of one policy for both directions', () => {
      const { template, selector } = workloadOf(plain, component);
      if (component !== 'migrate') expect(template.metadata.labels).toMatchObject(selector.matchLabels);
      const policies = plain.manifests.filter(({ kind, spec }) => {
        const { matchLabels } = (spec.podSelector ?? {}) as { matchLabels?: Record<string, string> };
        const of = Object.entries(matchLabels ?? { none: 'none' });
        return kind === 'NetworkPolicy' && of.every(([key, value]) => template.metadata.labels[key] === value);
      });
      expect(policies.map(({ spec }) => spec.policyTypes)).toEqual([['Ingress', 'Egress']]);
    });
  });

  describe.each(COMPONENTS)('the Deployment of %s', (component) => {
    const isApi = component === 'api';

    it('runs its role, and is probed on its port', () => {
      const [container] = podOf(plain, component).containers;
      const environment = environmentOf(plain, component);
      const [port, metrics] = container.ports ?? [];
      expect(environment.HREV_ROLE).toBe(isApi ? 'api' : 'worker');
      expect(environment[isApi ? 'PORT' : 'HREV_WORKER_PORT']).toBe(String(port?.containerPort));
      expect(environment.HREV_METRICS_PORT).toBe(String(metrics?.containerPort));
      const [startup, live, ready] = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
        (probe) => container[probe],
      );
      // Liveness does not use the database: a restart of the pod does not repair the database.
      expect([startup, live, ready]).toMatchObject(
        ['/health', '/health', '/health/read'].map((at) => ({ httpGet: { path: at, port: port?.name } })),
      );
    });

    it('is replaced one pod at a time, never below the number of pods', () => {
      expect(workloadOf(plain, component)).toMatchObject({
        strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      });
    });

    it('has no number of replicas while an autoscaler sets it', () => {
      expect(workloadOf(plain, component).replicas).toBeUndefined();
      expect(find(plain, 'HorizontalPodAutoscaler', `hrev-${component}`).spec.scaleTargetRef).toEqual({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: `hrev-${component}`,
      });
      const at = isApi ? 'api' : component.replace('-', 's.');
      const fixed = render(mergedValues(LEAST, nested(`${at}.autoscaling.by`, 'none')));
      expect(workloadOf(fixed, component).replicas).toBeGreaterThan(0);
      expect(() => find(fixed, 'HorizontalPodAutoscaler', `hrev-${component}`)).toThrow('no Horizontal');
    });
  });

  it('pods of the API keep serving until the cluster has removed them, and then close their connections', () => {
    const pod = podOf(plain, 'api');
    expect(pod.containers[0].lifecycle).toEqual({ preStop: { exec: { command: ['sleep', '5'] } } });
    expect(environmentOf(plain, 'api').HREV_SHUTDOWN_DELAY).toBe('5s');
    expect(pod.terminationGracePeriodSeconds).toBe(60);
  });

  it.each<[Values, Readonly<Record<string, string>>]>([
    [{}, { 'worker-http': 'off hrev', 'worker-browser': 'only hrev-worker' }],
    [{ browser: { enabled: false } }, { 'worker-http': 'on hrev' }],
    [{ http: { enabled: false } }, { 'worker-browser': 'on hrev-worker' }],
  ])('with the workers %j, every source has workers', (workers, expected) => {
    const rendering = render({ ...LEAST, workers });
    const found = rendering.manifests.filter(
      ({ kind, metadata }) => kind === 'Deployment' && /worker/.test(metadata.name),
    );
    expect(
      Object.fromEntries(
        found.map(({ metadata }) => {
          const component = metadata.name.replace('hrev-', '');
          const image = podOf(rendering, component).containers[0].image.split(':')[0];
          return [component, `${String(environmentOf(rendering, component).HREV_COLLECT_BROWSER)} ${image}`];
        }),
      ),
    ).toEqual(expected);
  });

  it('the migration runs before the release, with nothing but the database', () => {
    const job = find(plain, 'Job', 'hrev-migrate');
    expect(job.metadata.annotations).toEqual({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-weight': '0',
      'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
    });
    expect(podOf(plain, 'migrate').containers[0].command).toEqual(['hrev', 'migrate']);
    expect(Object.keys(environmentOf(plain, 'migrate'))).toEqual(['DATABASE_URL']);
    // An account of this release does not exist before it.
    expect(podOf(render({ ...LEAST, serviceAccount: { create: true } }), 'migrate').serviceAccountName).toBeUndefined();
  });

  it('workers scale by the lateness of the sources that they read', () => {
    const queryOf = (component: string, rendering = example): unknown =>
      (find(rendering, 'ScaledObject', `hrev-${component}`).spec.triggers as [{ metadata: { query: string } }])[0];
    const series = 'hrev_collection_lateness_seconds';
    const sources = '2gis|booking|trustpilot|yandex-maps';
    expect(queryOf('worker-http')).toMatchObject({
      metricType: 'Value',
      metadata: {
        query: `max(${series}{percentile="95",source!~"${sources}"})`,
        threshold: '900',
        ignoreNullValues: 'false',
      },
    });
    expect(queryOf('worker-browser')).toMatchObject({
      metadata: { query: `max(${series}{percentile="95",source=~"${sources}"})` },
    });
    const onlyHttp = render(mergedValues(EXAMPLE, nested('workers.browser.enabled', false)));
    expect(queryOf('worker-http', onlyHttp)).toMatchObject({ metadata: { query: `max(${series}{percentile="95"})` } });
    expect(example.manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toHaveLength(1);
  });

  describe('network policies', () => {
    const policy = (component: string, rendering = plain): Manifest['spec'] =>
      find(rendering, 'NetworkPolicy', `hrev-${component}`).spec;
    const portsOf = (rules: unknown): readonly unknown[] =>
      (rules as { ports: { port: unknown }[] }[]).map(({ ports }) => ports.map(({ port }) => port));

    it('let clients reach the API, and Prometheus the metrics', () => {
      expect(portsOf(policy('api').ingress)).toEqual([['http'], ['metrics']]);
      expect(portsOf(policy('worker-http').ingress)).toEqual([['metrics']]);
      expect(policy('migrate').ingress).toEqual([]);
      const closed = render(mergedValues(LEAST, nested('networkPolicy.metricsFrom', [])));
      expect(policy('worker-browser', closed).ingress).toEqual([]);
      expect(portsOf(policy('api', closed).ingress)).toEqual([['http']]);
    });

    it('let pods reach databases and public addresses, but no metadata service, node or other pod', () => {
      for (const component of COMPONENTS) {
        const blocks = JSON.stringify(policy(component).egress);
        for (const range of [
          '10.0.0.0/8',
          '172.16.0.0/12',
          '192.168.0.0/16',
          '100.64.0.0/10',
          '127.0.0.0/8',
          '169.254.0.0/16',
          '168.63.129.16/32',
        ])
          expect(blocks).toContain(`"${range}"`);
        // IPv6: global unicast only.
        expect(blocks.match(/"cidr":"[^"]+"/g)).toEqual(['"cidr":"0.0.0.0/0"', '"cidr":"2000::/3"']);
        expect(portsOf(policy(component).egress)).toEqual([[53, 53], [5432], [6379], [80, 443, 465, 587, 1024]]);
      }
    });

    it('let the migration reach the database only', () =>
      expect(portsOf(policy('migrate').egress)).toEqual([[53, 53], [5432]]));

    it('have no rule for what has no address, because it would allow every address', () => {
      const none = render(
        mergedValues(LEAST, nested('networkPolicy.egress', { database: { to: [] }, redis: { to: [] } })),
      );
      expect(portsOf(policy('api', none).egress)).toEqual([
        [53, 53],
        [80, 443, 465, 587, 1024],
      ]);
    });
  });

  it('the metrics have Services of their own, and the routes lead to the API only', () => {
    const services = plain.manifests.filter(({ kind }) => kind === 'Service');
    expect(services.map(({ metadata, spec }) => [metadata.name, (spec.ports as { name: string }[])[0]?.name])).toEqual([
      ['hrev-api', 'http'],
      ...COMPONENTS.map((component) => [`hrev-${component}-metrics`, 'metrics']),
    ]);
    expect(find(example, 'HTTPRoute', 'hrev').spec.rules).toEqual([{ backendRefs: [{ name: 'hrev-api', port: 80 }] }]);
    const { spec } = find(
      render({ ...LEAST, ingress: { enabled: true, hosts: ['a.example.com'] } }),
      'Ingress',
      'hrev',
    );
    expect(JSON.stringify(spec.rules).match(/"service":.*?\}\}/g)).toEqual([
      '"service":{"name":"hrev-api","port":{"name":"http"}}',
    ]);
  });

  it('the rules are those of the files, with the address of the runbooks', () => {
    const rulesOf = (values: Values): readonly Manifest[] =>
      render(mergedValues(LEAST, { metrics: { prometheusRule: { enabled: true, ...values } } })).manifests.filter(
        ({ kind }) => kind === 'PrometheusRule',
      );
    const files = readdirSync(path.join(CHART, 'monitoring/rules')).sort();
    const rules = rulesOf({});
    expect(rules.map(({ metadata }) => metadata.name)).toEqual(files.map((file) => `hrev-${path.parse(file).name}`));
    const texts = files.map((file) => readFileSync(path.join(CHART, 'monitoring/rules', file), 'utf8'));
    expect(rules.map(({ spec }) => spec)).toEqual(texts.map((text) => parse(text) as unknown));
    const urls = (manifests: readonly Manifest[]): readonly string[] =>
      [...JSON.stringify(manifests).matchAll(/"runbook_url":"([^"]+)"/g)].map(([, url = '']) => url);
    const base = 'https://git.example.com/hrev/blob/main';
    for (const docsUrl of [base, `${base}/`])
      expect(urls(rulesOf({ docsUrl }))).toEqual(urls(rules).map((url) => `${base}/${url}`));
    expect(urls(rules).length).toBeGreaterThan(30);
    expect(plain.manifests.filter(({ kind }) => kind === 'PrometheusRule')).toEqual([]);
  });

  it('the dashboards are those of the files, each in a ConfigMap that the sidecar of Grafana finds', () => {
    const mapsOf = (dashboards: Values): readonly Manifest[] =>
      render(mergedValues(LEAST, { monitoring: { dashboards } })).manifests.filter(({ kind }) => kind === 'ConfigMap');
    const maps = mapsOf({ enabled: true });
    const files = readdirSync(path.join(CHART, 'monitoring/dashboards')).sort();
    const textOf = (file: string): string => readFileSync(path.join(CHART, 'monitoring/dashboards', file), 'utf8');
    expect(maps.map(({ metadata, data }) => [metadata.name, data])).toEqual(
      files.map((file) => [`hrev-dashboard-${path.parse(file).name}`, { [`hrev-${file}`]: textOf(file) }]),
    );
    for (const { metadata } of maps) {
      expect(metadata).toMatchObject({ labels: { grafana_dashboard: '1' } });
      expect(metadata).not.toHaveProperty('annotations');
    }
    // `kubectl apply` writes the object to an annotation; this is the limit of all annotations.
    for (const one of maps) expect(JSON.stringify(one).length).toBeLessThan(262_144);
    const [other] = mapsOf({
      enabled: true,
      labels: { grafana_dashboard: null, dashboards: 'reviews' },
      annotations: { grafana_folder: 'hrev' },
    });
    expect(other?.metadata).toMatchObject({ annotations: { grafana_folder: 'hrev' } });
    expect(other?.metadata).toMatchObject({ labels: { dashboards: 'reviews' } });
    expect(mapsOf({})).toEqual([]);
  });

  it('settings of a component replace those of all', () => {
    const rendering = render({
      ...LEAST,
      config: { LOG_LEVEL: 'warn', HREV_PLANS: '{"trial":{}}' },
      api: { config: { LOG_LEVEL: 'debug' } },
    });
    expect(environmentOf(rendering, 'api')).toMatchObject({ LOG_LEVEL: 'debug', HREV_PLANS: '{"trial":{}}' });
    expect(environmentOf(rendering, 'worker-http')).toMatchObject({ LOG_LEVEL: 'warn', HREV_PLANS: '{"trial":{}}' });
  });

  it('a Secret that the values name must have the address', () => {
    expect(environmentOf(example, 'api').DATABASE_URL).toEqual({ secretKeyRef: { name: 'hrev-db-app', key: 'uri' } });
    const redis = render({ ...LEAST, redis: { existingSecret: 'redis', key: 'url' } });
    expect(environmentOf(redis, 'api').REDIS_URL).toMatchObject({ secretKeyRef: { optional: false } });
    expect(environmentOf(plain, 'api').REDIS_URL).toMatchObject({ secretKeyRef: { optional: true } });
  });

  it('the notes say how to begin, and which settings are missing', () => {
    expect(plain.notes).toContain('kubectl -n reviews exec deploy/hrev-api -- hrev doctor');
    expect(plain.notes).toContain('http://hrev-api.reviews.svc:80');
    expect(example.notes).toContain('API: https://reviews.example.com');
    expect(example.notes).not.toContain('config.');
    const bare = render({
      ...LEAST,
      ingress: { enabled: true, hosts: ['a.example.com'] },
      workers: { browser: { enabled: false } },
    });
    for (const words of ['config.HREV_PUBLIC_URL', 'config.HREV_TRUSTED_PROXIES', 'browser_unavailable'])
      expect(bare.notes).toContain(words);
  });
});
