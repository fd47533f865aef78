import type { Values } from './rendering';

/** Values without which the chart is refused. */
export const LEAST: Values = { existingSecret: 'hrev' };

const SELECTOR = [{ podSelector: { matchLabels: { role: 'x' } } }];
const ROUTE: Values = { httpRoute: { enabled: true, parentRefs: [{ name: 'public' }] } };
const INGRESS: Values = { ingress: { enabled: true, hosts: ['a.example.com'] } };
const MONITOR: Values = { metrics: { serviceMonitor: { enabled: true } } };
const RULES: Values = { metrics: { prometheusRule: { enabled: true } } };
const BOARDS: Values = { monitoring: { dashboards: { enabled: true } } };
const BY_LATENESS: Values = { workers: { http: { autoscaling: { by: 'lateness' } } } };

/** Another value for one path of values.yaml, and the values with which it has an effect. */
export type Variant = readonly [path: string, value: unknown, needs?: Values];

/** Values that API and workers have. */
const ofComponent = (at: string): readonly Variant[] => [
  [`${at}.replicas`, 7, nested(`${at}.autoscaling.by`, 'none')],
  [`${at}.autoscaling.by`, 'none'],
  [`${at}.autoscaling.minReplicas`, 4],
  [`${at}.autoscaling.maxReplicas`, 12],
  [`${at}.autoscaling.cpuPercent`, 55],
  [`${at}.resources.requests`, { cpu: '1', memory: '2Gi' }],
  [`${at}.resources.limits`, { memory: '4Gi', cpu: 2 }],
  [`${at}.maxUnavailable`, '25%'],
  [`${at}.terminationGracePeriodSeconds`, 90],
  [`${at}.config`, { LOG_LEVEL: 'debug' }],
  [`${at}.podAnnotations`, { 'example.com/a': 'b' }],
  [`${at}.podLabels`, { team: 'reviews' }],
  [`${at}.nodeSelector`, { 'kubernetes.io/arch': 'arm64' }],
  [`${at}.tolerations`, [{ key: 'spot', operator: 'Exists', effect: 'NoSchedule' }]],
  [
    `${at}.affinity`,
    {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }],
        },
      },
    },
  ],
  [
    `${at}.topologySpreadConstraints`,
    [{ maxSkew: 2, topologyKey: 'example.com/rack', whenUnsatisfiable: 'DoNotSchedule' }],
  ],
  [`${at}.priorityClassName`, 'high'],
];

/** Each value of values.yaml once, with another value than its default. `chart.spec.ts` fails where one is missing. */
export const VARIANTS: readonly Variant[] = [
  ['nameOverride', 'reviews'],
  ['fullnameOverride', 'reviews'],
  ['image.repository', 'registry.example.com/hrev'],
  ['image.tag', '9.9.9'],
  ['image.digest', `sha256:${'a'.repeat(64)}`],
  ['image.pullPolicy', 'Always'],
  ['browserImage.repository', 'registry.example.com/hrev-worker'],
  ['browserImage.tag', '9.9.9'],
  ['browserImage.digest', `sha256:${'b'.repeat(64)}`],
  ['browserImage.pullPolicy', 'Never'],
  ['imagePullSecrets', [{ name: 'registry' }]],
  ['existingSecret', 'another'],
  ['database.existingSecret', 'hrev-db-app'],
  ['database.key', 'uri'],
  ['redis.existingSecret', 'redis'],
  ['redis.key', 'url'],
  ['config', { HREV_COLLECT_EVERY: '3h', HREV_PUBLIC_URL: 'https://a.example.com' }],
  ['extraEnv', [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }]],
  ['extraVolumes', [{ name: 'sources', configMap: { name: 'sources' } }]],
  ['extraVolumeMounts', [{ name: 'sources', mountPath: '/etc/hrev', readOnly: true }]],
  ['serviceAccount.create', true],
  ['serviceAccount.name', 'existing'],
  ['serviceAccount.annotations', { 'example.com/role': 'reader' }, { serviceAccount: { create: true } }],
  ...ofComponent('api'),
  ['api.preStopSeconds', 10],
  ['api.shutdownDelaySeconds', 8],
  ['api.service.type', 'LoadBalancer'],
  ['api.service.port', 8080],
  ['api.service.annotations', { 'example.com/internal': 'true' }],
  ...ofComponent('workers.http'),
  ['workers.http.enabled', false],
  ...ofComponent('workers.browser'),
  ['workers.browser.enabled', false],
  ['workers.browser.sharedMemory', '512Mi'],
  ['workers.browser.localhostSeccompProfile', ''],
  ['migration.enabled', false],
  ['migration.backoffLimit', 1],
  ['migration.activeDeadlineSeconds', 600],
  ['migration.resources.requests', { cpu: '1' }],
  ['migration.resources.limits', { memory: '1Gi' }],
  ['migration.serviceAccountName', 'migrator'],
  ['migration.podAnnotations', { 'sidecar.istio.io/inject': 'false' }],
  ['migration.nodeSelector', { 'kubernetes.io/os': 'linux' }],
  ['migration.tolerations', [{ key: 'spot', operator: 'Exists' }]],
  ['lateness.serverAddress', 'https://prometheus.example.com', BY_LATENESS],
  ['lateness.series', 'hrev_source_lateness_seconds', BY_LATENESS],
  ['lateness.thresholdSeconds', 60, BY_LATENESS],
  ['lateness.pollingIntervalSeconds', 15, BY_LATENESS],
  ['lateness.scaleDownAfterSeconds', 120, BY_LATENESS],
  ['lateness.browserSources', ['booking'], BY_LATENESS],
  ['lateness.authenticationRef', 'prometheus', BY_LATENESS],
  ['lateness.authModes', 'bearer', BY_LATENESS],
  ['metrics.enabled', false],
  ['metrics.port', 9999],
  ['metrics.serviceMonitor.enabled', true],
  ['metrics.serviceMonitor.interval', '15s', MONITOR],
  ['metrics.serviceMonitor.scrapeTimeout', '5s', MONITOR],
  ['metrics.serviceMonitor.labels', { release: 'prometheus' }, MONITOR],
  [
    'metrics.serviceMonitor.metricRelabelings',
    [{ action: 'drop', sourceLabels: ['__name__'], regex: 'nodejs_.*' }],
    MONITOR,
  ],
  ['metrics.prometheusRule.enabled', true],
  ['metrics.prometheusRule.labels', { release: 'prometheus' }, RULES],
  ['metrics.prometheusRule.docsUrl', 'https://git.example.com/hrev/blob/main', RULES],
  ['monitoring.dashboards.enabled', true],
  ['monitoring.dashboards.labels.grafana_dashboard', 'yes', BOARDS],
  ['monitoring.dashboards.annotations', { grafana_folder: 'hrev' }, BOARDS],
  ['httpRoute.enabled', true, { httpRoute: { parentRefs: [{ name: 'public' }] } }],
  ['httpRoute.annotations', { 'example.com/a': 'b' }, ROUTE],
  ['httpRoute.parentRefs', [{ name: 'public', namespace: 'gateways', sectionName: 'https' }], ROUTE],
  ['httpRoute.hostnames', ['reviews.example.com'], ROUTE],
  ['httpRoute.timeouts', { request: '0s' }, ROUTE],
  ['ingress.enabled', true, { ingress: { hosts: ['a.example.com'] } }],
  ['ingress.className', 'traefik', INGRESS],
  ['ingress.annotations', { 'example.com/a': 'b' }, INGRESS],
  ['ingress.hosts', ['b.example.com'], INGRESS],
  ['ingress.tls', [{ hosts: ['a.example.com'], secretName: 'tls' }], INGRESS],
  ['networkPolicy.enabled', false],
  ['networkPolicy.apiFrom', SELECTOR],
  ['networkPolicy.metricsFrom', SELECTOR],
  ['networkPolicy.egress.dns.to', SELECTOR],
  ['networkPolicy.egress.dns.port', 5353],
  ['networkPolicy.egress.database.to', [{ ipBlock: { cidr: '192.0.2.10/32' } }]],
  ['networkPolicy.egress.database.port', 6432],
  ['networkPolicy.egress.redis.to', SELECTOR],
  ['networkPolicy.egress.redis.port', 6380],
  ['networkPolicy.egress.internet.enabled', false],
  ['networkPolicy.egress.internet.ports', ['443', '8000-8999']],
  ['networkPolicy.egress.internet.exceptIPv4', ['10.0.0.0/8']],
  ['networkPolicy.egress.internet.exceptIPv6', ['2001:db8::/32']],
  ['networkPolicy.egress.extra', [{ to: [{ ipBlock: { cidr: '10.1.2.3/32' } }], ports: [{ port: 3128 }] }]],
];

/** The object with this value at `path`, such as `api.replicas`. */
export function nested(path: string, value: unknown): Values {
  const [first = '', ...more] = path.split('.');
  return { [first]: more.length === 0 ? value : nested(more.join('.'), value) };
}

/** Both values; those of `changes` replace those of `base`, and objects are merged, as Helm does. */
export function mergedValues(base: Values, changes: Values): Values {
  const inner = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(changes)])].map((key) => {
      const [from, to] = [base[key], changes[key]];
      return [key, inner(from) && inner(to) ? mergedValues(from, to) : key in changes ? to : from];
    }),
  );
}
