/** The example of docs/operations/traces.md, `docs/examples/traces.mjs`, loaded into processes of the service as an operator loads it. */
import { join } from 'node:path';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { eventually } from '../support/eventually';
import { ApiClient, ServiceProcess, flowEnvironment, hrev, type Environment } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { TraceCollector, type CollectedSpan } from '../support/trace-collector';
import { WebhookReceiver } from '../support/webhook-receiver';

const EXAMPLE = join(__dirname, '../../docs/examples/traces.mjs');
const SLUG = 'mozilla-amo';
const KEY = 'traced-addon';

describe('traces of the service', () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const receiver = new WebhookReceiver();
  const collector = new TraceCollector();
  let testDatabase: TestDatabase;
  let environment: Environment;
  let endpoint: string;
  let key: string;

  beforeAll(async () => {
    await sandbox.start();
    await receiver.listen();
    endpoint = await collector.listen();
    sandbox.add(SLUG, KEY, { text: 'A review', rating: 4, author: 'Ada' });
    testDatabase = await createTestDatabase();
    environment = flowEnvironment(testDatabase.url, { HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins) });
    const account = await hrev(environment, 'account', 'create', '--name', 'Flow', '--plan', 'full', '--json');
    key = account.json<{ keys: { full: string } }>().keys.full;
  });
  afterAll(async () => {
    collector.close();
    receiver.close();
    await sandbox.stop();
    await testDatabase?.drop();
  });

  it('are sent by the example, those of the last second before a stop too, and are one across processes', async () => {
    const traced = (service: string): Environment => ({
      ...environment,
      NODE_OPTIONS: `--enable-source-maps --import ${EXAMPLE}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_SERVICE_NAME: service,
    });
    const api = await ServiceProcess.start('api', traced('hrev-api'));
    const worker = await ServiceProcess.start('worker', traced('hrev-worker'));
    try {
      const client = new ApiClient(api.origin, key);
      await client.request('POST', '/v3/webhooks', { target: `${receiver.origin}/`, event_types: ['reviews.new'] });
      const url = sandboxPlatforms.find(({ slug }) => slug === SLUG)?.pageUrl(KEY);
      await client.request('POST', '/v3/objects', { name: 'Traced', links: [{ url }] });
      await eventually('the delivery', 60_000, () => receiver.received.length > 0);
    } finally {
      expect([await worker.stop(), await api.stop()]).toEqual([0, 0]);
    }

    const [, , traceId = ''] = /^(00)-([0-9a-f]{32})-/.exec(String(receiver.last.headers['traceparent'])) ?? [];
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const path = (span: CollectedSpan | undefined): string[] =>
      span === undefined
        ? []
        : [...path(spans.find(({ spanId }) => spanId === span.parentSpanId)), `${span.service} ${span.name}`];
    expect(path(spans.find(({ name }) => name === 'POST webhooks'))).toEqual([
      'hrev-api POST /v3/objects',
      'hrev-worker plan run',
      `hrev-worker visit ${SLUG}`,
      'hrev-worker write outbox',
      'hrev-worker POST webhooks',
    ]);
  });
});
