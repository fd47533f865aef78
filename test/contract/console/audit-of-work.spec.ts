/** What a person changes in an account is recorded: one entry a write, in its transaction (contract §12.5). */
import { aMember, type Browser } from '@test/support/console-person';
import { insertReviews } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Json = Readonly<Record<string, unknown>>;

interface Entry {
  readonly action: string;
  readonly target: { readonly type: string; readonly id: number | null };
  readonly before: Json | null;
  readonly after: Json | null;
}

const TRUSTPILOT = 'trustpilot';

describe('the audit of what persons do', () => {
  let app: TestApp;
  let account: TestAccount;
  let member: Browser;
  let objectId: number;
  let linkId: number;
  let reviewIds: readonly number[];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await app.anAccount({ plan: 'full' });
    ({ browser: member } = await aMember(app, account.accountId, 'member'));
    const [source] = await app.database.query<{ id: number }>('select id from source where slug = $1', [TRUSTPILOT]);
    const link = await aLink(app.database, { accountId: account.accountId, sourceId: source?.id ?? 0 });
    ({ objectId, linkId } = link);
    reviewIds = await insertReviews(app.database, [
      { ...link, text: 'Cold water' },
      { ...link, text: 'Warm water' },
    ]);
    await app.database.query(
      `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, status)
       values ($1, $2, $3, '\\x00', '', 'c', 'active')`,
      [account.accountId, objectId, source?.id],
    );
  });
  beforeEach(() => app.database.query('truncate audit_entry'));
  afterAll(() => app?.close());

  const entries = (): Promise<readonly (Entry & { readonly actor: string })[]> =>
    app.database.query(
      `select actor, action, json_build_object('type', target_type, 'id', target_id) as target, before, after
       from audit_entry where account_id = $1 order by at, id`,
      [account.accountId],
    );
  const write = async (method: Method, path: string, body: object = {}): Promise<Json> => {
    const response = await member.send(method, path, body, { 'x-hrev-account': String(account.accountId) });
    expect([method, path, response.status < 300, response.text]).toEqual([method, path, true, expect.any(String)]);
    return response.body as Json;
  };
  /** The entries of writes by the person: actions, targets, before and after. */
  const recorded = async (): Promise<readonly unknown[]> => {
    const all = await entries();
    expect(new Set(all.map(({ actor }) => actor))).toEqual(new Set(['person']));
    return all.map(({ action, target, before, after }) => [action, `${target.type} ${target.id}`, before, after]);
  };

  it('has an entry for a reply that is sent, taken down and recalled, and none for a text that is repeated', async () => {
    const [reviewId] = reviewIds;
    const path = `/v3/reviews/${reviewId}/reply`;
    await write('PUT', path, { text: 'Sorry' });
    await app.database.query(
      `update review_reply set state = 'published', held_text = text, held_at = now(), due_at = null where review_id = $1`,
      [reviewId],
    );
    await write('PUT', path, { text: 'Sorry' });
    await write('DELETE', path);
    await write('PUT', path, { text: 'Sorry' });
    const target = `reply ${reviewId}`;
    expect(await recorded()).toEqual([
      ['reply.sent', target, null, { text: 'Sorry' }],
      ['reply.withdrawn', target, { text: 'Sorry' }, null],
      ['reply.sent', target, null, { text: 'Sorry' }],
    ]);
  });

  it('has an entry for objects and links that are added, changed, collected and deleted', async () => {
    const url = 'https://www.trustpilot.com/review/quay.example';
    const created = await write('POST', '/v3/objects', { name: 'Quay' });
    const id = created['id'] as number;
    const path = `/v3/objects/${id}`;
    await write('PUT', path, { name: 'New Quay' });
    const added = await write('POST', `${path}/links`, { url });
    const [link] = added['link_results'] as readonly { link_id: number }[];
    await write('PUT', `${path}/links/${link?.link_id}`, { link_name: 'Main' });
    await write('POST', `${path}/collect`);
    await write('DELETE', `${path}/links/${link?.link_id}`);
    await write('PUT', '/v3/objects', { object_ids: [id], is_active: false });
    await write('DELETE', path);
    expect(await recorded()).toEqual([
      ['object.created', `object ${id}`, null, { name: 'Quay' }],
      ['object.changed', `object ${id}`, { name: 'Quay' }, { name: 'New Quay' }],
      ['link.added', `object ${id}`, null, { links: [{ id: link?.link_id, url }] }],
      ['link.changed', `link ${link?.link_id}`, null, { link_name: 'Main' }],
      ['collection.requested', `object ${id}`, null, null],
      ['link.removed', `link ${link?.link_id}`, null, null],
      ['object.changed', `object ${id}`, { is_active: true }, { is_active: false }],
      ['object.removed', `object ${id}`, { name: 'New Quay' }, null],
    ]);
  });

  it('has an entry for folders', async () => {
    const id = (await write('POST', '/v3/folders', { name: 'North' }))['id'] as number;
    await write('PATCH', `/v3/folders/${id}`, { add_object_ids: [objectId] });
    await write('PATCH', `/v3/folders/${id}`, { name: 'South' });
    await write('DELETE', `/v3/folders/${id}`);
    const plain = { name: 'North', parent_folder_id: null };
    expect(await recorded()).toEqual([
      ['folder.created', `folder ${id}`, null, { ...plain, object_ids: [] }],
      ['folder.changed', `folder ${id}`, plain, { ...plain, added_object_ids: [objectId] }],
      ['folder.changed', `folder ${id}`, plain, { ...plain, name: 'South' }],
      ['folder.removed', `folder ${id}`, { name: 'South' }, null],
    ]);
  });

  it('has an entry for reviews that are hidden and pinned, and none where nothing changes', async () => {
    const path = `/v3/objects/${objectId}`;
    const [first, second] = reviewIds;
    await write('POST', `${path}/pinned-reviews`, { review_ids: [second] });
    await write('POST', `${path}/hidden-reviews`, { review_ids: [first] });
    await write('POST', `${path}/hidden-reviews`, { review_ids: [first] });
    await write('DELETE', `${path}/hidden-reviews`, { review_ids: [first] });
    await write('PUT', `${path}/pinned-reviews`, { ordered_review_ids: [] });
    const target = `object ${objectId}`;
    expect(await recorded()).toEqual([
      ['pins.changed', target, null, { review_ids: [second] }],
      ['reviews.hidden', target, null, { review_ids: [first] }],
      ['reviews.unhidden', target, null, { review_ids: [first] }],
      ['pins.changed', target, null, { review_ids: [] }],
    ]);
  });

  it('has an entry for deliveries that are sent again, and for recoveries', async () => {
    const webhook = { target: 'https://ops.harbor.example/hook', event_types: ['reviews.new'] };
    const id = (await write('POST', '/v3/webhooks', webhook))['id'] as number;
    const [delivery] = await app.database.query<{ id: number }>(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, state, settled_at)
       values (nextval('webhook_delivery_id'), $1, $2, 'reviews.new', 1, '{}', 'dead_letter', now()) returning id`,
      [account.accountId, id],
    );
    await write('POST', `/v3/webhooks/${id}/deliveries/${delivery?.id}/redeliver`);
    const since = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
    const recovery = await write('POST', `/v3/webhooks/${id}/recoveries`, { since, statuses: ['dead_letter'] });
    await write('DELETE', `/v3/webhooks/${id}/recoveries/${String(recovery['id'])}`);
    const after = { recovery_id: recovery['id'] };
    expect((await recorded()).slice(1)).toEqual([
      ['delivery.redelivered', `delivery ${delivery?.id}`, null, { webhook_id: id }],
      ['recovery.started', `webhook ${id}`, null, after],
      ['recovery.stopped', `webhook ${id}`, null, after],
    ]);
  });

  it('has an entry for templates of replies', async () => {
    const template = { name: 'Thanks', text: 'Thank you, {author}', source_ids: [] };
    const id = (await write('POST', '/console/api/reply-templates', template))['id'] as number;
    await write('PATCH', `/console/api/reply-templates/${id}`, { name: 'Many thanks' });
    await write('DELETE', `/console/api/reply-templates/${id}`);
    const changed = { ...template, name: 'Many thanks' };
    expect(await recorded()).toEqual([
      ['template.created', `template ${id}`, null, template],
      ['template.changed', `template ${id}`, template, changed],
      ['template.removed', `template ${id}`, changed, null],
    ]);
  });

  it('has an entry for views that are shared, and none for those of one person', async () => {
    const view = { name: 'Unanswered', path: 'reviews', query: 'has_reply=false', shared: false, position: 0 };
    const { shared, ...facts } = view;
    const id = (await write('POST', '/console/api/views', view))['id'] as number;
    const path = `/console/api/views/${id}`;
    await write('PATCH', path, { name: 'Mine' });
    await write('PATCH', path, { shared: !shared });
    await write('PATCH', path, { name: 'Ours' });
    await write('DELETE', path);
    const target = `view ${id}`;
    expect(await recorded()).toEqual([
      ['view.shared', target, null, { ...facts, name: 'Mine' }],
      ['view.changed', target, { ...facts, name: 'Mine' }, { ...facts, name: 'Ours' }],
      ['view.removed', target, { ...facts, name: 'Ours' }, null],
    ]);
  });

  it('has an entry for test events, and for messages to the operator without their text', async () => {
    const webhook = { target: 'http://127.0.0.1:9/hook', event_types: ['reviews.new'] };
    const id = (await write('POST', '/v3/webhooks', webhook))['id'] as number;
    await write('POST', `/v3/webhooks/${id}/test`);
    const message = await write('POST', '/v3/support/message', { subject: 'Trial', message: 'May it be longer?' });
    expect((await recorded()).slice(1)).toEqual([
      ['webhook.tested', `webhook ${id}`, null, null],
      ['webhook_secret.created', 'webhook_secret null', null, null],
      ['message.sent', `message ${String(message['id'])}`, null, { subject: 'Trial' }],
    ]);
  });

  it('has no entry for a refused write', async () => {
    for (const [method, path, body] of [
      ['PUT', '/v3/objects/900000000', { name: 'x' }],
      ['PUT', `/v3/reviews/900000000/reply`, { text: 'x' }],
      ['PUT', `/v3/objects/${objectId}/links/${linkId}`, { link_name: 7 }],
      ['DELETE', '/v3/folders/900000000', {}],
    ] as const)
      expect((await member.v3(method, path.slice(4), account.accountId, body)).status).toBeGreaterThanOrEqual(400);
    expect(await entries()).toEqual([]);
  });

  it('has no entry for the daily work of a key', async () => {
    const answer = await app.agent.post('/v3/objects').set('X-API-Key', account.full).send({ name: 'By a program' });
    expect([answer.status, await entries()]).toEqual([201, []]);
  });
});
