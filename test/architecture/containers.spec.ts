import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { VARIABLES } from '@libs/config/variables';

/**
 * The container files match the service: they parse, set only variables of the service, agree with each other, and follow contract
 * contract §12.1. No container is started.
 */
const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, 'docker', file), 'utf8');

const known = new Set(Object.keys(VARIABLES));

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  env: z.array(
    z.object({
      name: z.string(),
      value: z.string().optional(),
      valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
    }),
  ),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }).optional(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const podSpec = z.object({
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.int().optional(),
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().min(1),
    seccompProfile: z.object({
      type: z.enum(['RuntimeDefault', 'Localhost']),
      localhostProfile: z.string().optional(),
    }),
  }),
  containers: z.tuple([container]),
  volumes: z.array(z.object({ name: z.string() }).loose()),
});
const labels = z.record(z.string(), z.string());
const manifest = z
  .object({
    apiVersion: z.string(),
    kind: z.string(),
    metadata: z.object({ name: z.string(), labels }),
    spec: z.record(z.string(), z.unknown()),
  })
  .strict();
const workload = z.object({ template: z.object({ metadata: z.object({ labels }), spec: podSpec }) });

type Manifest = z.output<typeof manifest>;
const load = (file: string): Manifest[] =>
  parseAllDocuments(read(file)).map((document) => {
    expect(document.errors).toEqual([]);
    // Annotations are free text for other programs.
    const { metadata, ...rest } = document.toJS() as { metadata: Record<string, unknown> };
    return manifest.parse({ ...rest, metadata: { name: metadata.name, labels: metadata.labels } });
  });
const podOf = (file: string): z.output<typeof podSpec> => workload.parse(load(file)[0]?.spec).template.spec;

describe.each(['k8s/api.yaml', 'k8s/worker.yaml', 'k8s/migrate-job.yaml'])('%s', (file) => {
  test('follows the restricted pod security standard and requests resources', () =>
    expect(() => podOf(file)).not.toThrow());

  test('sets only variables of the service, and reads secrets from the Secret only', () => {
    const [only] = podOf(file).containers;
    expect(only.env.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    const secret = only.env.filter(({ name }) => /URL|KEY/.test(name));
    expect(
      secret.filter(
        ({ valueFrom, name }) => valueFrom?.secretKeyRef.name !== 'hrev' || valueFrom.secretKeyRef.key !== name,
      ),
    ).toEqual([]);
  });

  test('mounts all its volumes, and mounts the folders that the service writes to', () => {
    const pod = podOf(file);
    const mounts = pod.containers[0].volumeMounts;
    expect(mounts.map(({ name }) => name).sort()).toEqual(pod.volumes.map(({ name }) => name).sort());
    expect(mounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(['/tmp', '/data']));
  });

  test('every selector matches the pods of the file', () => {
    const pods = workload.parse(load(file)[0]?.spec).template.metadata.labels;
    for (const { spec } of load(file)) {
      const selector = (spec.selector ?? spec.podSelector) as Record<string, unknown> | undefined;
      if (selector !== undefined) expect(pods).toMatchObject(labels.parse(selector.matchLabels ?? selector));
    }
  });
});

describe.each([
  ['k8s/api.yaml', 'api', 'PORT', ['Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget']],
  [
    'k8s/worker.yaml',
    'worker',
    'HREV_WORKER_PORT',
    ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'NetworkPolicy'],
  ],
])('%s', (file, role, portVariable, kinds) => {
  test(`contains ${kinds.join(', ')}`, () => expect(load(file).map(({ kind }) => kind)).toEqual(kinds));

  test('runs its role on the port that is probed', () => {
    const [only] = podOf(file).containers;
    const value = (name: string): string | undefined => only.env.find((variable) => variable.name === name)?.value;
    expect(value('HREV_ROLE')).toBe(role);
    expect(value(portVariable)).toBe(String(only.ports[0]?.containerPort));
    const probes = [only.startupProbe, only.livenessProbe, only.readinessProbe].map((each) => each?.httpGet);
    expect(probes).toEqual(
      ['/health', '/health', '/health/read'].map((at) => ({ path: at, port: only.ports[0]?.name })),
    );
  });

  test('waits 5 s for the load balancers, and has 60 s to stop', () => {
    const pod = podOf(file);
    expect(pod.terminationGracePeriodSeconds).toBe(60);
    expect(pod.containers[0].lifecycle?.preStop.exec.command).toEqual(['sleep', '5']);
  });

  test('the autoscaler scales the deployment, which sets no number of replicas', () => {
    const [deployment, ...others] = load(file);
    const target = others.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec.scaleTargetRef;
    expect(target).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: deployment?.metadata.name });
    expect(deployment?.spec).not.toHaveProperty('replicas');
  });
});

test('pods of the service reach public addresses and databases, but no metadata service, node or other pod', () => {
  const [policy] = load('k8s/egress-policy.yaml');
  for (const file of ['k8s/api.yaml', 'k8s/worker.yaml', 'k8s/migrate-job.yaml']) {
    const pods = workload.parse(load(file)[0]?.spec).template.metadata.labels;
    expect(pods).toMatchObject(z.object({ matchLabels: labels }).parse(policy?.spec.podSelector).matchLabels);
  }
  expect(policy?.spec.policyTypes).toEqual(['Egress']);
  const blocks = JSON.stringify(policy?.spec.egress);
  for (const range of [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '168.63.129.16/32',
  ]) {
    expect(blocks).toContain(`"${range}"`);
  }
  // IPv6: global unicast only.
  expect(blocks.match(/"cidr":"[^"]+"/g)).toEqual(['"cidr":"0.0.0.0/0"', '"cidr":"2000::/3"']);
});

test('no pod may call a worker', () => {
  const policy = load('k8s/worker.yaml').find(({ kind }) => kind === 'NetworkPolicy');
  expect(policy?.spec).toMatchObject({ policyTypes: ['Ingress'], ingress: [] });
});

// The localhostProfile is relative to the kubelet's folder for profiles.
test.each([
  ['k8s/api.yaml', { type: 'RuntimeDefault' }],
  ['k8s/migrate-job.yaml', { type: 'RuntimeDefault' }],
  ['k8s/worker.yaml', { type: 'Localhost', localhostProfile: 'hrev/seccomp-chromium.json' }],
])('%s has the profile for Chromium if it runs the browser, otherwise the default profile', (file, profile) =>
  expect(podOf(file).securityContext.seccompProfile).toEqual(profile),
);

describe('compose.yml', () => {
  const service = z
    .object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).default({}),
      command: z.array(z.string()).optional(),
      tmpfs: z.array(z.string()).default([]),
      security_opt: z.array(z.string()).default([]),
    })
    .loose();
  const { services } = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(read('compose.yml'), { merge: true }));
  const serviceContainers = Object.entries(services).filter(([, { image }]) => image.startsWith('hrev:'));

  test('runs PostgreSQL, Redis, the migration, the API and the worker', () => {
    expect(Object.keys(services).sort()).toEqual(['api', 'migrate', 'postgres', 'redis', 'worker']);
    expect(services.api?.environment.HREV_ROLE).toBe('api');
    expect(services.worker?.environment.HREV_ROLE).toBe('worker');
    expect(services.migrate?.command).toEqual(['hrev', 'migrate']);
  });

  test.each(serviceContainers)('%s sets only variables of the service', (_, { environment }) => {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(serviceContainers)(
    '%s writes only to folders in memory, and cannot gain privileges',
    (_, { tmpfs, ...rest }) => {
      expect(tmpfs.map((entry) => entry.split(':')[0])).toEqual(['/tmp', '/data']);
      expect(rest).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(rest.security_opt).toContain('no-new-privileges:true');
    },
  );

  test('only the worker has the profile for Chromium', () => {
    const withProfile = serviceContainers.filter(([, { security_opt }]) =>
      security_opt.includes('seccomp=./seccomp-chromium.json'),
    );
    expect(withProfile.map(([name]) => name)).toEqual(['worker']);
  });

  test('the file contains no password and no key', () => {
    const secrets = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|KEY|DATABASE_URL/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(3);
    for (const [, value] of secrets) expect(value).toMatch(/\$\{[A-Z_]+:(\?|-\}$)/);
  });

  test.each(Object.entries(services))(
    '%s runs one exact version, unless the operator names another image',
    (_, { image }) =>
      expect(image).toMatch(/^(hrev:\d+\.\d+\.\d+|\$\{[A-Z]+_IMAGE:-[a-z]+:\d+\.\d+(\.\d+)?-bookworm\})$/),
  );

  test('builds on the base image of the Dockerfile, unless the operator names another one', () => {
    const build = z.object({ args: z.record(z.string(), z.string()) }).parse(services.migrate?.build);
    const [, image] = /^ARG NODE_IMAGE=(.+)$/m.exec(read('Dockerfile')) ?? [];
    expect(build.args).toEqual({ NODE_IMAGE: `\${NODE_IMAGE:-${image}}` });
  });

  test('publishes the port of the API on the loopback address only: a proxy terminates TLS', () =>
    expect(Object.values(services).flatMap(({ ports }) => ports ?? [])).toEqual(['127.0.0.1:4738:4738']));
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');
  const last = (word: string): string => lines.filter((line) => line.startsWith(word)).at(-1) ?? '';

  test('builds on one pinned version of Node 24, which the documentation names', () => {
    expect(last('ARG NODE_IMAGE=')).toMatch(/=node:24\.\d+\.\d+-\w+-slim$/);
    expect(
      lines.filter((line) => line.startsWith('FROM')).every((line) => line.startsWith('FROM ${NODE_IMAGE} AS ')),
    ).toBe(true);
  });

  test('copies only what its context holds', () => {
    const held: readonly string[] = read('Dockerfile.dockerignore').match(/(?<=^!).+/gm) ?? [];
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(copied).toContain('scripts');
    expect(copied.filter((name) => !held.includes(name))).toEqual([]);
  });

  test('does not run as root, and has a health check', () => {
    expect(last('USER')).toBe('USER node');
    expect(last('HEALTHCHECK')).not.toBe('');
  });

  test('sets only variables of the service or Node', () => {
    const names = [...read('Dockerfile').matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(names).toEqual(['NODE_ENV', 'NODE_OPTIONS', 'HREV_HOME', 'HREV_CHROMIUM_PATH']);
    expect(names.filter((name) => name !== 'NODE_OPTIONS' && !known.has(name ?? ''))).toEqual([]);
  });

  test('every manifest runs the image of the current version', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const images = ['k8s/api.yaml', 'k8s/worker.yaml', 'k8s/migrate-job.yaml', 'compose.yml'].flatMap(
      (file) => read(file).match(/image: hrev:\S+/g) ?? [],
    );
    expect(new Set(images)).toEqual(new Set([`image: hrev:${version}`]));
  });
});
