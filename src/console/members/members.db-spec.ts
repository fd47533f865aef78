import { AppError } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { AccessNotifications } from '@src/auth';
import { inEveryOrder } from '@test/support/interleaving';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { MembersService } from './members.service';
import { MemberStore } from './persistence/member.store';

describe('two owners of an account (§1.3: the last owner can neither leave nor be demoted)', () => {
  let fixture: StoreFixture;
  let members: MembersService;
  let store: MemberStore;
  let people = 0;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    store = new MemberStore(database);
    const trail = new AuditTrail(new AuditStore(database));
    members = new MembersService(database, store, trail, new AccessNotifications(database));
  });
  afterAll(() => fixture?.close());

  const anOwner = async (accountId: number): Promise<number> => {
    const [person] = await fixture.database.query<{ id: number }>(
      `with p as (insert into person (name, email, password_hash) values ('Ana', $2, '') returning id),
         m as (insert into membership (account_id, person_id, role) select $1, id, 'owner' from p)
       select id from p`,
      [accountId, `owner${(people += 1)}@harbor.example`],
    );
    return person?.id ?? 0;
  };
  const given = async () => {
    const { accountId } = await aLink(fixture.database);
    return { accountId, ana: await anOwner(accountId), rui: await anOwner(accountId) };
  };
  type Owners = Awaited<ReturnType<typeof given>>;

  it.each([
    [
      'demote each other',
      ({ accountId, ana, rui }: Owners) => members.changeRole({ accountId, personId: ana }, rui, 'member'),
      ({ accountId, ana, rui }: Owners) => members.changeRole({ accountId, personId: rui }, ana, 'member'),
    ],
    [
      'leave',
      ({ accountId, ana }: Owners) => members.remove({ accountId, personId: ana }, ana),
      ({ accountId, rui }: Owners) => members.remove({ accountId, personId: rui }, rui),
    ],
    [
      'remove each other',
      ({ accountId, ana, rui }: Owners) => members.remove({ accountId, personId: ana }, rui),
      ({ accountId, ana, rui }: Owners) => members.remove({ accountId, personId: rui }, ana),
    ],
  ])('who %s at the same moment leave one owner', async (_, one, other) => {
    const report = await inEveryOrder<Owners>({
      on: fixture.database,
      given,
      contenders: { one, other },
      mayFail: (reason) => reason instanceof AppError && ['conflict', 'forbidden', 'not_found'].includes(reason.code),
      holds: async ({ accountId }, { outcomes }) => {
        expect(await store.owners(accountId)).toBe(1);
        expect(Object.values(outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(1);
      },
    });
    expect(report.orders).toBeGreaterThan(1);
  });
});
