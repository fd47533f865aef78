import type { Database } from '@libs/database';
import { AccessRevoked, type Credentials } from '@libs/sources';
import { inEveryOrder, type Outcome } from '@test/support/interleaving';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import type { ConnectionAccess } from './connection-access.service';
import { ConsentPurge } from './jobs/consent-purge.schedule';
import { ConnectionStore } from './persistence/connection.store';
import { ConsentFlowStore } from './persistence/consent-flow.store';

interface TestConnections {
  readonly accountId: number;
  readonly sourceId: number;
  readonly ids: readonly [number, number];
}
interface SharedGrant extends TestConnections {
  readonly grantId: number;
}

let fixture: StoreFixture;
let database: Database;
let harness: ReplyHarness;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  harness = await replyHarness(database);
});
afterAll(async () => {
  await harness?.close();
  await fixture?.close();
});

/** Two connections of an account to one source. */
async function twoConnections(): Promise<TestConnections> {
  const { accountId, sourceId } = await harness.aReview('a');
  await harness.aReview('a', { accountId });
  const ids = (await harness.connections.list(accountId)).map(({ id }) => id);
  return { accountId, sourceId, ids: ids as [number, number] };
}

/** Two connections that use the tokens of one consent. */
async function sharedGrant(): Promise<SharedGrant> {
  const { accountId, sourceId, ids } = await twoConnections();
  const grantId = await database.transaction(async () => {
    const sealed = (await harness.seals.sealing()).seal({ access: 'first' }, { accountId, sourceId });
    return harness.grants.insert({ accountId, sourceId, clientId: 'client' }, sealed);
  });
  await database.query('update platform_connection set grant_id = $2 where account_id = $1', [accountId, grantId]);
  return { accountId, sourceId, ids, grantId };
}

async function open({ accountId, ids }: TestConnections, place: 0 | 1): Promise<ConnectionAccess> {
  const stored = await new ConnectionStore(database).find(accountId, ids[place]);
  if (stored === null) throw new Error('there is no such connection');
  return harness.accesses.open(stored);
}
const removed = ({ accountId, ids }: TestConnections, place: 0 | 1): Promise<void> =>
  harness.connections.remove(accountId, ids[place]);
const valueOf = (outcome: Outcome | undefined): unknown => (outcome?.status === 'fulfilled' ? outcome.value : null);

describe('the tokens of a consent (contract §4.15)', () => {
  const expectNoGrant = async ({ accountId, grantId }: SharedGrant): Promise<void> =>
    expect(await harness.grants.find(accountId, grantId)).toBeNull();

  it('are deleted with the last connection that uses them, also if two requests delete the last two', async () => {
    await inEveryOrder({
      on: database,
      atMost: 12,
      given: sharedGrant,
      contenders: { one: (shared) => removed(shared, 0), two: (shared) => removed(shared, 1) },
      holds: expectNoGrant,
    });
  });

  it('are deleted with the last connection, also while the flow of the consent is purged', async () => {
    const purge = new ConsentPurge(database, new ConsentFlowStore(database), harness.grants);
    await inEveryOrder({
      on: database,
      atMost: 12,
      given: async () => {
        const shared = await sharedGrant();
        await removed(shared, 0);
        await database.query(
          `insert into consent_flow (account_id, source_id, person_id, session_id, state_digest, client_id, redirect_uri, state,
             grant_id, created_at)
           values ($1, $2, 1, 1, $3, 'client', 'https://reviews.example/', 'ready', $4, now() - interval '2 days')`,
          [shared.accountId, shared.sourceId, Buffer.from(`${shared.grantId}`), shared.grantId],
        );
        return shared;
      },
      contenders: { remove: (shared) => removed(shared, 1), purge: () => purge.run() },
      holds: expectNoGrant,
    });
  });

  it('are accepted or refused for all its connections, whichever of two answers of the platform is recorded last', async () => {
    await inEveryOrder({
      on: database,
      atMost: 12,
      given: async () => {
        const shared = await sharedGrant();
        return { ...shared, first: await open(shared, 0), second: await open(shared, 1) };
      },
      contenders: {
        accept: ({ first }) => first.accept({ card: 'card', name: 'The card' }),
        refuse: ({ second }) => second.refuse(new AccessRevoked('The platform refuses the tokens')),
      },
      holds: async ({ accountId }) => {
        const [grant] = await database.query<{ status: string }>(
          `select case when revoked_at is null then 'active' else 'revoked' end as status from platform_grant
           where account_id = $1`,
          [accountId],
        );
        const connections = await harness.connections.list(accountId);
        expect(connections.map(({ status }) => status)).toEqual([grant?.status, grant?.status]);
      },
    });
  });
});

describe('two processes that refresh tokens at the same time (contract §4.15: renewed once for all connections)', () => {
  const renewed = (name: string): Credentials => ({ access: `access ${name}`, refresh: `refresh ${name}` });

  it.each<[string, () => Promise<TestConnections>]>([
    ['of a consent', sharedGrant],
    ['of a connection', twoConnections],
  ])('keep the tokens of one of them, whole (%s)', async (_, given) => {
    await inEveryOrder({
      on: database,
      atMost: 12,
      given: async () => {
        const connections = await given();
        return { connections, one: await open(connections, 0), two: await open(connections, 0) };
      },
      contenders: {
        one: ({ one }) => one.saveCredentials(renewed('one')),
        two: ({ two }) => two.saveCredentials(renewed('two')),
      },
      holds: async ({ connections }) => {
        const { access, refresh } = (await open(connections, 0)).credentials;
        expect([renewed('one'), renewed('two')]).toContainEqual({ access, refresh });
      },
    });
  });
});

it('two checks that find the same refusal notify the account once (contract §4.15)', async () => {
  await inEveryOrder({
    on: database,
    atMost: 12,
    given: async () => {
      const connections = await twoConnections();
      return { ...connections, one: await open(connections, 0), two: await open(connections, 0) };
    },
    contenders: {
      one: ({ one }) => one.refuse(new AccessRevoked('The platform refuses the key')),
      two: ({ two }) => two.refuse(new AccessRevoked('The platform refuses the key')),
    },
    holds: async ({ accountId }, { outcomes }) => {
      expect([valueOf(outcomes['one']), valueOf(outcomes['two'])]).toEqual([true, true]);
      expect(await database.query('select kind from notice where account_id = $1', [accountId])).toEqual([
        { kind: 'access_revoked' },
      ]);
      expect(
        await database.query(`select after from audit_entry where account_id = $1 and action = 'connection.changed'`, [
          accountId,
        ]),
      ).toEqual([{ after: { status: 'revoked' } }]);
    },
  });
});
