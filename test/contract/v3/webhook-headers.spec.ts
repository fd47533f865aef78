import { WebhookReceiver } from '@test/support/webhook-receiver';
import { V3_API, type Json } from '../contract-client';
import { webhooksFixture } from '../webhooks-fixture';

/** Own headers and the format of a webhook (contract §2.7, §4.11, §6.6: v3 only). */
describe('v3: own headers of a webhook', () => {
  const fixture = webhooksFixture(V3_API);
  const { path, create, aWebhook, patch, test: sendTest, clientOf, expectError, listWebhooks } = fixture;
  const HEADERS = { Authorization: 'Bearer hunter2-secret', 'X-Team': 'reviews' };
  const names = async (): Promise<unknown> => (await listWebhooks()).map((webhook) => webhook['header_names']);

  it('are set, shown by their names alone, replaced as a whole, and removed by null or {}', async () => {
    const created = await create({ headers: HEADERS });
    expect([created.status, created.body['header_names'], created.body['format']]).toEqual([
      201,
      ['Authorization', 'X-Team'],
      'hrev',
    ]);
    const id = created.body['id'] as number;
    const seen: string[] = [created.text];
    const changed = async (body: Json): Promise<unknown> => {
      const answer = await patch(id, body);
      seen.push(answer.text);
      return answer.body['header_names'];
    };
    expect(await changed({ bucket_window: 'daily_3' })).toEqual(['Authorization', 'X-Team']);
    expect(await changed({ headers: { 'X-Team': 'hunter2-secret' } })).toEqual(['X-Team']);
    expect(await changed({ headers: {} })).toEqual([]);
    expect(await changed({ headers: HEADERS })).toEqual(['Authorization', 'X-Team']);
    seen.push((await fixture.me.get(`${path}/${id}`)).text, (await fixture.me.get(path)).text);
    expect(await names()).toEqual([['Authorization', 'X-Team']]);
    expect(await changed({ headers: null })).toEqual([]);
    expect(await names()).toEqual([[]]);
    for (const text of seen) expect(text).not.toContain('hunter2-secret');
  });

  it('are sent with test events', async () => {
    const receiver = new WebhookReceiver();
    const target = await receiver.listen();
    await sendTest(await aWebhook({ target, headers: HEADERS }));
    expect(receiver.last.headers).toMatchObject({ authorization: 'Bearer hunter2-secret', 'x-team': 'reviews' });
    expect(receiver.last.headers['x-hrev-sequence']).toBeUndefined();
    receiver.close();
  });

  it.each<[string, unknown, string]>([
    ['a header of the connection', { Connection: 'close' }, 'headers.Connection: '],
    ['a header that the service sets', { 'X-A': 'b', 'X-Hrev-Event': 'hunter2-secret' }, 'headers.X-Hrev-Event: '],
    ['a name that is no token', { 'a b': 'x' }, 'headers.a b: '],
    ['a line end in a value', { 'X-A': 'hunter2-secret\r\nX-B: c' }, 'headers.X-A: '],
    ['a long value', { 'X-A': 'hunter2-secret'.repeat(200) }, 'headers.X-A: '],
    ['a name twice', { 'X-A': '1', 'x-a': '2' }, 'headers.x-a: '],
    ['21 headers', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, 'x'])), 'headers: '],
    ['a number', { 'X-A': 1 }, 'headers: '],
    ['a list', [['X-A', 'b']], 'headers: '],
    ['a text', 'X-A: b', 'headers: '],
  ])('with %s give 422 that names the header, and nothing is stored', async (_, headers, detail) => {
    const created = await create({ headers });
    expectError(created, 422, 'validation_error');
    expect(String(created.body['detail'])).toContain(detail);
    expect(created.text).not.toContain('hunter2-secret');
    expect(await listWebhooks()).toEqual([]);
    const id = await aWebhook({ headers: HEADERS });
    const changed = await patch(id, { headers, is_active: false });
    expectError(changed, 422, 'validation_error');
    expect(await listWebhooks()).toMatchObject([{ header_names: ['Authorization', 'X-Team'], is_active: true }]);
  });

  it('are unknown to v2, and cannot be given to a webhook that was created through v2', async () => {
    const old = clientOf('v2');
    const settings = { target: 'https://hooks.example.com/', event_types: ['reviews.new'] };
    for (const field of [{ headers: HEADERS }, { format: 'slack' }])
      expectError(await old.post('/v2/webhooks', { ...settings, ...field }), 422, 'validation_error');
    const id = (await old.post('/v2/webhooks', settings)).body['id'] as number;
    for (const field of [{ headers: HEADERS }, { format: 'slack' }]) {
      expectError(await old.patch(`/v2/webhooks/${id}`, field), 422, 'validation_error');
      const answer = await patch(id, field);
      expectError(answer, 422, 'validation_error');
      expect(answer.text).toContain('created through v3');
    }
    expect((await patch(id, { format: 'hrev' })).status).toBe(200);
    const own = await aWebhook({ headers: HEADERS });
    const { text, status } = await old.patch(`/v2/webhooks/${own}`, { is_active: false });
    expect([status, text.includes('header_names'), text.includes('format')]).toEqual([200, false, false]);
  });

  it('are in no log of requests and in no audit entry', async () => {
    const { database } = fixture.app;
    const id = await aWebhook({ headers: HEADERS });
    await patch(id, { headers: HEADERS });
    const entries = await database.query<{ before: Json | null; after: Json }>(
      `select before, after from audit_entry where target_type = 'webhook' and target_id = $1 order by at`,
      [id],
    );
    expect(entries[0]?.after).toMatchObject({ header_names: ['Authorization', 'X-Team'], format: 'hrev' });
    expect(entries[1]?.after).toEqual({ header_names: ['Authorization', 'X-Team', '(other values)'] });
    const tables = await database.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    );
    for (const { name } of tables)
      expect([name, await database.query(`select 1 from "${name}" t where t::text like '%hunter2-secret%'`)]).toEqual([
        name,
        [],
      ]);
  });

  describe('the format (§6.6)', () => {
    it('is hrev by default, can be changed, and decides the body of test events', async () => {
      const receiver = new WebhookReceiver();
      const target = await receiver.listen();
      const id = await aWebhook({ target });
      for (const [format, field] of [
        ['slack', 'blocks'],
        ['teams', 'attachments'],
        ['discord', 'embeds'],
        ['hrev', 'objects'],
      ] as const) {
        expect((await patch(id, { format })).body['format']).toBe(format);
        await sendTest(id);
        const body = JSON.parse(receiver.last.body.toString()) as Json;
        expect(Object.keys(body)).toContain(field);
        expect(receiver.last.headers['x-hrev-signature']).toMatch(/^sha256=/);
      }
      receiver.close();
    });

    it.each(['Slack', 'mattermost', '', null, 1])('cannot be %j', async (format) =>
      expectError(await create({ format }), 422, 'validation_error'),
    );

    it('is shown by the preview', async () => {
      const sampleOf = async (body: Json): Promise<Json> => {
        const answer = await fixture.me.post(`${path}/preview`, { event_types: ['replies.new'], ...body });
        fixture.check.expect({ method: 'POST', path: `${path}/preview`, ...answer });
        return JSON.parse(answer.body['sample_body'] as string) as Json;
      };
      expect(await sampleOf({})).toMatchObject({ event: 'replies.new', test: true });
      expect(Object.keys(await sampleOf({ format: 'discord' }))).toContain('embeds');
      expect(JSON.stringify(await sampleOf({ format: 'slack' }))).toContain('Thank you, Anna!');
    });
  });
});
