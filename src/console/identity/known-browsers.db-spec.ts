import type { Database } from '@libs/database';
import { ErasureStore } from '@src/accounts/persistence/erasure.store';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SessionStore } from './persistence/session.store';

describe('browsers in which persons have signed in', () => {
  let fixture: StoreFixture;
  let database: Database;
  let people = 0;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
  });
  afterAll(() => fixture?.close());

  const aPerson = async (): Promise<number> => {
    const [person] = await database.query<{ id: number }>(
      `insert into person (name, email, password_hash) values ('Ana', $1, '') returning id`,
      [`ana${(people += 1)}@harbor.example`],
    );
    return person?.id ?? 0;
  };

  it('are forgotten after they expire; a sign-in does not wait while a person who used them is erased', async () => {
    const sessions = new SessionStore(database, { HREV_CONSOLE_MFA: 'required' });
    const erasure = new ErasureStore(database);
    await inEveryOrder({
      on: database,
      given: async () => {
        await database.query('delete from known_browser');
        const [leaving, staying] = [await aPerson(), await aPerson()];
        for (const personId of [leaving, staying]) await sessions.rememberBrowser(personId);
        await database.query(`update known_browser set expires_at = clock_timestamp() - interval '1 day'`);
        return { leaving, staying };
      },
      contenders: {
        erase: ({ leaving }) => database.transaction(() => erasure.erasePerson(leaving)),
        signIn: ({ staying }) => sessions.rememberBrowser(staying),
      },
      holds: async ({ staying }, { order }) => {
        expect(order).not.toContain('…');
        expect(
          await database.query(
            'select person_id as "personId", expires_at > clock_timestamp() as "isValid" from known_browser',
          ),
        ).toEqual([{ personId: staying, isValid: true }]);
      },
    });
  });
});
