/** The nodes for n8n (docs/connectors.md), with the interfaces and checks of n8n-workflow, against the running service. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operationsOf } from '@test/contract/sdk/operations';
import type { OpenAPIObject } from '@nestjs/swagger';
import { signedHeaders } from '@src/webhooks/domain/signature';
import { renderSample } from '@src/webhooks/payloads/sample';
import { n8n, N8N_NODE, NodeContext, nodeOf, type Item, type Values } from '@test/processes/n8n-context';
import { insertChangedReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const ROOT = path.resolve(__dirname, '../..');
const TARGET = 'https://n8n.example.com/webhook/hrev';

describe('the nodes for n8n', () => {
  let app: TestApp;
  let account: TestAccount;
  let link: LinkFixture;
  let reviews: readonly number[];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
    account = await app.anAccount();
    link = await aLink(app.database, { accountId: account.accountId });
    reviews = await insertChangedReviews(
      app.database,
      Array.from({ length: 120 }, (_, n) => ({ ...link, rating: 1 + (n % 5) })),
    );
  });
  afterAll(() => app?.close());

  const settings = () => ({ baseUrl: `${app.address}/`, apiKey: account.full });
  async function run(parameters: Values, change: (context: NodeContext) => void = () => {}): Promise<readonly Item[]> {
    const node = n8n.node();
    const context = new NodeContext(node, parameters, settings());
    change(context);
    const [items = []] = await node.execute.call(context);
    return items;
  }

  it('compile with the types of n8n-workflow', () => {
    const tsc = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', N8N_NODE], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it('pass the checks of n8n for community nodes', () => {
    const eslint = path.join(ROOT, 'node_modules/eslint/bin/eslint.js');
    const { stdout, stderr } = spawnSync(process.execPath, [eslint, '-c', 'eslint.config.mjs', '.'], {
      cwd: N8N_NODE,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['', '']);
  });

  it('are what the package says, without run-time dependencies', () => {
    const manifest = JSON.parse(readFileSync(path.join(N8N_NODE, 'package.json'), 'utf8')) as {
      readonly version: string;
      readonly dependencies?: object;
      readonly devDependencies: Readonly<Record<string, string>>;
      readonly keywords: readonly string[];
      readonly n8n: { readonly credentials: readonly string[]; readonly nodes: readonly string[] };
    };
    const { version, devDependencies } = JSON.parse(
      readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
    ) as typeof manifest;
    expect([manifest.version, manifest.dependencies]).toEqual([version, undefined]);
    expect(devDependencies).toMatchObject(manifest.devDependencies);
    expect(manifest.keywords).toContain('n8n-community-node-package');
    for (const file of [...manifest.n8n.credentials, ...manifest.n8n.nodes]) {
      const source = path.join(N8N_NODE, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
      expect([file, existsSync(source), existsSync(path.join(path.dirname(source), 'hrev.svg'))]).toEqual([
        file,
        true,
        true,
      ]);
    }
  });

  it('say which parameters are missing, for each operation', () => {
    const { description } = n8n.node();
    const { NodeHelpers } = n8n.workflow();
    const operations = description.properties.filter(({ name }) => name === 'operation');
    const needs: Record<string, readonly string[]> = {};
    for (const property of operations) {
      const { show } = property['displayOptions'] as { readonly show: { readonly resource: readonly [string] } };
      for (const { value } of property['options'] as readonly { readonly value: string }[]) {
        const given = { resource: show.resource[0], operation: value };
        const parameters =
          NodeHelpers.getNodeParameters(description.properties, given, true, false, null, description) ?? {};
        const issues = NodeHelpers.getNodeParametersIssues(
          description.properties,
          nodeOf(description, parameters),
          description,
        );
        needs[`${show.resource[0]}.${value}`] = Object.keys(issues?.parameters ?? {}).sort();
      }
    }
    expect(needs).toEqual({
      'object.create': ['name'],
      'object.delete': ['objectId'],
      'object.get': ['objectId'],
      'object.getAll': [],
      'object.update': ['name', 'objectId'],
      'review.get': ['reviewId'],
      'review.getAll': [],
      'reply.delete': ['reviewId'],
      'reply.get': ['reviewId'],
      'reply.getAll': [],
      'reply.publish': ['reviewId', 'text'],
      'export.create': [],
      'export.delete': ['exportId'],
      'export.download': ['exportId'],
      'export.get': ['exportId'],
    });
  });

  it('offer filters that the API has', async () => {
    const document = (await (await fetch(`${app.address}/v3/openapi.json`)).json()) as OpenAPIObject;
    const routes: Readonly<Record<string, string>> = {
      object: '/v3/objects',
      review: '/v3/reviews',
      reply: '/v3/replies',
      export: '/v3/exports',
    };
    for (const property of n8n.node().description.properties.filter(({ name }) => name === 'filters')) {
      const { show } = property['displayOptions'] as { readonly show: { readonly resource: readonly [string] } };
      const method = show.resource[0] === 'export' ? 'POST' : 'GET';
      const operation = operationsOf(document).find(
        (one) => one.path === routes[show.resource[0]] && one.method === method,
      );
      const known = operation?.query.map(({ name }) => name);
      const offered = (property['options'] as readonly { readonly name: string }[]).map(({ name }) => name);
      expect(known).toEqual(expect.arrayContaining(offered));
    }
  });

  it('the credential is tested by a request that needs a key', async () => {
    const { test: check, properties } = n8n.credentials();
    expect(properties.map(({ name, typeOptions }) => [name, typeOptions])).toEqual([
      ['baseUrl', undefined],
      ['apiKey', { password: true }],
    ]);
    const statusWith = async (key: string): Promise<number> =>
      (await fetch(`${app.address}${check.request.url}`, { headers: { 'X-API-Key': key } })).status;
    expect([await statusWith(account.readOnly), await statusWith('hrev_x')]).toEqual([200, 401]);
  });

  it('objects are created, read, renamed, listed and deleted', async () => {
    const [created] = await run({
      resource: 'object',
      operation: 'create',
      name: 'Harbour Hotel',
      links: 'https://www.trustpilot.com/review/example.com\nhttps://unknown.example/reviews',
    });
    expect(created?.json).toMatchObject({
      name: 'Harbour Hotel',
      link_results: [{ error_code: null }, { error_code: 'source_not_detected' }],
    });
    const objectId = String(created?.json['id']);
    expect(await run({ resource: 'object', operation: 'update', objectId, name: 'Harbour' })).toMatchObject([
      { json: { name: 'Harbour' } },
    ]);
    const found = await run({ resource: 'object', operation: 'getAll', filters: { search: 'Harbour' } });
    expect(found).toMatchObject([{ json: { id: Number(objectId) }, pairedItem: { item: 0 } }]);
    expect(await run({ resource: 'object', operation: 'delete', objectId })).toEqual([
      { json: { deleted: true }, pairedItem: { item: 0 } },
    ]);
    await expect(run({ resource: 'object', operation: 'get', objectId })).rejects.toMatchObject({
      name: 'NodeApiError',
      httpCode: '404',
    });
    const failed = await run(
      { resource: 'object', operation: 'get', objectId },
      (context) => (context.doesContinue = true),
    );
    expect(failed).toMatchObject([{ json: { error: expect.any(String) }, pairedItem: { item: 0 } }]);
  });

  it.each([
    [{ returnAll: true }, 120],
    [{ limit: 7 }, 7],
    [{ limit: 110 }, 110],
    [{ returnAll: true, filters: { min_rating: 4, source_ids: 'SOURCE, 999' } }, 48],
  ])('reviews are listed in pages: %j', async (chosen: Values, count) => {
    const filters = { object_id: link.objectId, ...(chosen['filters'] as Values | undefined) };
    const named = JSON.parse(JSON.stringify({ ...chosen, filters }).replace('SOURCE', String(link.sourceId))) as Values;
    const items = await run({ resource: 'review', operation: 'getAll', ...named });
    const ids = items.map(({ json }) => json['id']);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    expect(reviews).toEqual(expect.arrayContaining(ids));
  });

  it('an id that is none is refused before a request', async () => {
    for (const reviewId of ['../objects', '7/reply', '0', '-1', '7?x'])
      await expect(run({ resource: 'review', operation: 'get', reviewId })).rejects.toThrow('must be the id');
  });

  it('a refused reply says why', async () => {
    const reply = run({ resource: 'reply', operation: 'publish', reviewId: String(reviews[0]), text: 'Thank you' });
    await expect(reply).rejects.toMatchObject({ name: 'NodeApiError', httpCode: expect.stringMatching(/^4\d\d$/) });
    expect(await run({ resource: 'reply', operation: 'getAll' })).toEqual([]);
  });

  it('a file is requested, and downloaded as binary data', async () => {
    const [requested] = await run({ resource: 'export', operation: 'create', filters: { object_id: link.objectId } });
    const exportId = String(requested?.json['id']);
    const content = Buffer.from('id\r\n1\r\n');
    await app.database.query(
      `update review_export set state = 'finished', due_at = null, ended_at = now(), byte_count = $2 where id = $1`,
      [exportId, content.length],
    );
    await app.database.query('insert into review_export_chunk values ($1, $2, 0, $3)', [
      account.accountId,
      exportId,
      content,
    ]);
    const [file] = await run({ resource: 'export', operation: 'download', exportId });
    expect(file?.binary?.['data']).toEqual({ fileName: `reviews-${exportId}.csv`, data: content });
    await run({ resource: 'export', operation: 'delete', exportId });
    await expect(run({ resource: 'export', operation: 'get', exportId })).rejects.toMatchObject({ httpCode: '404' });
  });

  describe('the trigger', () => {
    const trigger = (given: Values = {}): NodeContext =>
      new NodeContext(n8n.trigger(), { events: ['reviews.new'], ...given }, settings(), TARGET);
    const call = (context: NodeContext, name: 'checkExists' | 'create' | 'delete'): Promise<boolean> =>
      n8n.trigger().webhookMethods.default[name].call(context);
    const targets = async (): Promise<readonly Values[]> => {
      const response = await fetch(`${app.address}/v3/webhooks`, { headers: { 'X-API-Key': account.full } });
      return ((await response.json()) as { readonly data: readonly Values[] }).data;
    };
    const secretOf = async (method = 'GET', route = 'secret'): Promise<string> => {
      const response = await fetch(`${app.address}/v3/webhooks/${route}`, {
        method,
        headers: { 'X-API-Key': account.full },
      });
      return ((await response.json()) as { readonly secret: string }).secret;
    };

    it('has a webhook while it is active, and only then', async () => {
      const context = trigger({ objectIds: String(link.objectId) });
      expect(await call(context, 'checkExists')).toBe(false);
      await call(context, 'create');
      expect(await targets()).toMatchObject([
        { target: TARGET, event_types: ['reviews.new'], object_ids: [link.objectId] },
      ]);
      expect(await call(context, 'checkExists')).toBe(true);
      // Other events: the webhook is replaced, and none is left behind.
      const changed = trigger({ events: ['replies.new', 'reviews.new'] });
      Object.assign(changed.staticData, context.staticData);
      expect(await call(changed, 'checkExists')).toBe(false);
      await call(changed, 'create');
      expect(await targets()).toMatchObject([{ object_ids: null }]);
      expect(await call(changed, 'checkExists')).toBe(true);
      await call(changed, 'delete');
      expect([await targets(), changed.staticData]).toEqual([[], {}]);
      expect(await call(changed, 'delete')).toBe(true);
    });

    it('whose webhook was deleted elsewhere creates another one', async () => {
      const context = trigger();
      await call(context, 'create');
      const route = `/v3/webhooks/${String(context.staticData['webhookId'])}`;
      await fetch(`${app.address}${route}`, { method: 'DELETE', headers: { 'X-API-Key': account.full } });
      expect(await call(context, 'checkExists')).toBe(false);
      await call(context, 'create');
      expect(await targets()).toHaveLength(1);
      await call(context, 'delete');
    });

    it('accepts signed deliveries, and refuses others', async () => {
      const secret = await secretOf();
      const body = Buffer.from(
        renderSample({ event: 'reviews.new', deliveryId: 7, occurredAt: new Date(), schemaVersion: 3, test: false }),
      );
      const head = {
        event: 'reviews.new',
        deliveryId: 7,
        eventId: 0,
        timestamp: Math.floor(Date.now() / 1_000),
        sequence: 1,
      } as const;
      const received = async (signedBy: string, change: Values = {}, sent?: Buffer, age = 0, given: Values = {}) => {
        const context = trigger(given);
        const named = Object.entries(signedHeaders({ ...head, timestamp: head.timestamp - age }, [signedBy], body));
        const headers = Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]));
        context.request = { headers: { ...headers, ...change }, rawBody: sent ?? body };
        const { workflowData } = await n8n.trigger().webhook.call(context);
        return { status: context.status, items: workflowData?.[0] ?? null };
      };
      const refused = { status: 401, items: null };
      expect(await received(secret)).toMatchObject({
        status: null,
        items: [
          { json: { event: 'reviews.new', delivery_id: 7, object_name: 'Sample object', review: { rating: 4.5 } } },
        ],
      });
      const whole = await received(secret, {}, undefined, 0, { isSplit: false });
      expect(whole.items).toMatchObject([{ json: { schema_version: '3', objects: [{}] } }]);
      expect(await received(secret.replace(/.$/, secret.endsWith('A') ? 'B' : 'A'))).toEqual(refused);
      expect(await received(secret, {}, Buffer.from(body.toString('utf8').replace('4.5', '5')))).toEqual(refused);
      expect(await received(secret, {}, undefined, 301)).toEqual(refused);
      expect(await received(secret, { 'x-hrev-signature': undefined })).toEqual(refused);
      expect(await received(secret, { 'x-hrev-timestamp': '1e9' })).toEqual(refused);
    });
  });
});
