import { asActor, type Database } from '@libs/database';
import { THE_COMMAND_LINE } from '@libs/kernel';
import { replyWorld, type ReplyWorld } from '@test/support/reply-world';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

/** Contract §12.5: the audit trail contains connections, "before and after without secrets". */
describe('connections in the audit trail', () => {
  let fixture: StoreFixture;
  let database: Database;
  let world: ReplyWorld;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    world = await replyWorld(database);
  });
  afterAll(async () => {
    await world?.platform.close();
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

  it('added, revoked, active again, replaced and removed, without credentials', async () => {
    const { accountId, objectId } = await world.aReview('a', { connected: false });
    const byHand = <T>(work: () => Promise<T>): Promise<T> => asActor(THE_COMMAND_LINE, work);
    const { id } = await byHand(() => world.connections.add(accountId, objectId, 'platform-a', { key: 'open' }));
    world.platform.readMoods = [401];
    expect((await byHand(() => world.connections.check(id))).outcome.status).toBe('revoked');
    expect((await byHand(() => world.connections.check(id))).outcome.status).toBe('active');
    // Nothing changed: no entry.
    await byHand(() => world.connections.check(id));
    await byHand(() => world.connections.add(accountId, objectId, 'platform-a', { key: 'open' }));
    await byHand(() => world.connections.remove(id));

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

  it('credentials that the platform refuses leave no entry', async () => {
    const { accountId, objectId } = await world.aReview('a', { connected: false });
    await expect(world.connections.add(accountId, objectId, 'platform-a', { key: 'shut' })).rejects.toThrow('refused');
    expect(await entriesOf(accountId)).toEqual([]);
  });

  it('a change that the service detects has the actor `service`', async () => {
    const review = await world.aReview('a');
    const target = { accountId: review.accountId, objectId: review.objectId, sourceId: review.sourceId };
    const open = await world.connections.open(target);
    expect(await open?.markRevoked()).toBe(true);
    expect((await entriesOf(review.accountId)).at(-1)).toEqual({
      action: 'connection.changed',
      actor: 'service',
      before: { status: 'active' },
      after: { status: 'revoked' },
    });
  });
});
