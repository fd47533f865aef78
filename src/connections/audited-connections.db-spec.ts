import { asActor, type Database } from '@libs/database';
import { THE_COMMAND_LINE } from '@libs/kernel';
import { AccessRevoked } from '@libs/sources';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

describe('connections in the audit trail (contract §12.5: "before and after without secrets")', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: ReplyHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    harness = await replyHarness(database);
  });
  afterAll(async () => {
    await harness?.platform.close();
    await fixture.close();
  });

  interface Entry {
    readonly action: string;
    readonly actor: string;
    readonly before: object | null;
    readonly after: object | null;
  }
  const entriesOf = (accountId: number): Promise<Entry[]> =>
    database.query<Entry>(
      'select action, actor, before, after from audit_entry where account_id = $1 order by at, id',
      [accountId],
    );

  it('have an entry for each addition, change, replacement and removal, without credentials', async () => {
    const { accountId, objectId } = await harness.aReview('a', { connected: false });
    const asOperator = <T>(work: () => Promise<T>): Promise<T> => asActor(THE_COMMAND_LINE, work);
    const { id } = await asOperator(() => harness.connections.add(accountId, objectId, 'platform-a', { key: 'open' }));
    harness.platform.readMoods = [401];
    expect((await asOperator(() => harness.connections.check(accountId, id))).outcome.status).toBe('revoked');
    expect((await asOperator(() => harness.connections.check(accountId, id))).outcome.status).toBe('active');
    // A check without a change has no entry.
    await asOperator(() => harness.connections.check(accountId, id));
    await asOperator(() => harness.connections.add(accountId, objectId, 'platform-a', { key: 'open' }));
    await asOperator(() => harness.connections.remove(accountId, id));

    const facts = { object_id: objectId, source: 'platform-a', card: 'card', card_name: 'The card', status: 'active' };
    expect(await entriesOf(accountId)).toEqual([
      { action: 'connection.added', actor: 'cli', before: null, after: facts },
      { action: 'connection.changed', actor: 'cli', before: { status: 'active' }, after: { status: 'revoked' } },
      { action: 'connection.changed', actor: 'cli', before: { status: 'revoked' }, after: { status: 'active' } },
      { action: 'connection.replaced', actor: 'cli', before: null, after: facts },
      { action: 'connection.removed', actor: 'cli', before: facts, after: null },
    ]);
    // The credential is the word "open".
    expect(JSON.stringify(await entriesOf(accountId))).not.toContain('"open"');
  });

  it('have the name of a source that was removed', async () => {
    const { accountId, objectId } = await harness.aReview('a', { connected: false });
    const { id } = await harness.connections.add(accountId, objectId, 'platform-a', { key: 'open' });
    await database.query(`insert into source (id, slug) values (990, 'removed-platform')`);
    await database.query('update platform_connection set source_id = 990 where id = $1', [id]);
    await database.query('update link set source_id = 990 where object_id = $1', [objectId]);
    const later = await replyHarness(database);
    await later.connections.remove(accountId, id).finally(() => later.platform.close());
    expect((await entriesOf(accountId)).at(-1)).toMatchObject({ before: { source: 'removed-platform' } });
  });

  it('notify the account once for each time the platform takes the access back', async () => {
    const { accountId, objectId } = await harness.aReview('a', { connected: false });
    const { id } = await harness.connections.add(accountId, objectId, 'platform-a', { key: 'open' });
    const notices = () => database.query('select kind, path, body from notice where account_id = $1', [accountId]);
    harness.platform.readMoods = [401, 401];
    await harness.connections.check(accountId, id);
    await harness.connections.check(accountId, id);
    const [notice, ...more] = await notices();
    expect([notice, more]).toMatchObject([{ kind: 'access_revoked', path: 'connections/platform-a' }, []]);
    expect(notice?.['body']).toContain('"The card"');
    await harness.connections.check(accountId, id);
    harness.platform.readMoods = [401];
    await harness.connections.check(accountId, id);
    expect(await notices()).toHaveLength(2);
  });

  it('have no entry for credentials that the platform refuses', async () => {
    const { accountId, objectId } = await harness.aReview('a', { connected: false });
    await expect(harness.connections.add(accountId, objectId, 'platform-a', { key: 'shut' })).rejects.toThrow(
      'refused',
    );
    expect(await entriesOf(accountId)).toEqual([]);
  });

  it('have the actor `service` for a change that the service detects', async () => {
    const review = await harness.aReview('a');
    const target = { accountId: review.accountId, objectId: review.objectId, sourceId: review.sourceId };
    const connection = await harness.connections.open(target);
    expect(await connection?.markRevoked(new AccessRevoked('refused'))).toBe(true);
    expect((await entriesOf(review.accountId)).at(-1)).toEqual({
      action: 'connection.changed',
      actor: 'service',
      before: { status: 'active' },
      after: { status: 'revoked' },
    });
  });
});
