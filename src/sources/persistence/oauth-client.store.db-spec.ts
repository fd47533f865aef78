import { inEveryOrder, type Outcome } from '@test/support/interleaving';
import { aLink, storeFixture, TEST_SOURCE_ID, type StoreFixture } from '@test/support/store-fixture';
import { OAuthClientStore } from './oauth-client.store';

describe('a change of the OAuth client of a source (contract §12.5: the audit trail shows before and after)', () => {
  let fixture: StoreFixture;
  let clients: OAuthClientStore;
  beforeAll(async () => {
    fixture = await storeFixture();
    clients = new OAuthClientStore(fixture.database);
    await aLink(fixture.database);
  });
  afterAll(() => fixture.close());

  const save = (clientId: string): Promise<string | null> =>
    clients.save(TEST_SOURCE_ID, clientId, { sealed: Buffer.from([0]), keyId: '' });
  const replacedBy = (outcome: Outcome | undefined): unknown =>
    outcome?.status === 'fulfilled' ? outcome.value : outcome?.reason;

  it.each([null, 'initial'])(
    'knows the client that it replaces, also if two operators change it at the same time (before: %s)',
    async (initial) => {
      await inEveryOrder({
        on: fixture.database,
        given: async () => {
          await fixture.database.query('delete from source_oauth_client');
          if (initial !== null) await save(initial);
        },
        contenders: {
          one: () => fixture.database.transaction(() => save('one')),
          two: () => fixture.database.transaction(() => save('two')),
        },
        holds: async (_, { outcomes }) => {
          const last = (await clients.find(TEST_SOURCE_ID))?.clientId ?? '';
          const first = last === 'one' ? 'two' : 'one';
          expect([replacedBy(outcomes[first]), replacedBy(outcomes[last])]).toEqual([initial, first]);
        },
      });
    },
  );
});
