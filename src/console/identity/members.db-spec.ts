import { AppError } from '@libs/kernel';
import { KeysService } from '@src/auth';
import { ConsoleKeysService } from '@src/auth/console-keys.service';
import { inEveryOrder } from '@test/support/interleaving';
import { testApp, type TestApp } from '@test/support/test-app';
import type { Role } from './domain/roles';
import { PersonsService } from './persons.service';
import { InvitationsService } from './invitations.service';
import { MembersService } from './members.service';
import { ConsoleTokenStore } from './persistence/console-token.store';
import { MemberStore } from './persistence/member.store';

describe('members of an account who act at the same moment', () => {
  let app: TestApp;
  let members: MembersService;
  let store: MemberStore;
  let people = 0;

  const the = <T>(type: abstract new (...parts: never[]) => T): T => app.app.get<T>(type as never, { strict: false });

  beforeAll(async () => {
    app = await testApp();
    members = the(MembersService);
    store = the(MemberStore);
  });
  afterAll(() => app?.close());

  const aPerson = async (email: string): Promise<number> => {
    const [person] = await app.database.query<{ id: number }>(
      `insert into person (name, email, password_hash) values ('Ana', $1, '') returning id`,
      [email],
    );
    return person?.id ?? 0;
  };
  const anAddress = (): string => `person${(people += 1)}@harbor.example`;
  const anOwner = async (accountId: number): Promise<number> => {
    const id = await aPerson(anAddress());
    await app.database.query(`insert into membership (account_id, person_id, role) values ($1, $2, 'owner')`, [
      accountId,
      id,
    ]);
    return id;
  };
  const given = async () => {
    const { accountId } = await app.anAccount();
    return { accountId, ana: await anOwner(accountId), rui: await anOwner(accountId) };
  };
  type Owners = Awaited<ReturnType<typeof given>>;

  const isRefusal = (reason: unknown): boolean =>
    reason instanceof AppError && ['conflict', 'forbidden', 'not_found'].includes(reason.code);

  describe('the last owner can neither leave nor be demoted', () => {
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
    ])('owners who %s leave one owner', async (_, one, other) => {
      const report = await inEveryOrder<Owners>({
        on: app.database,
        given,
        contenders: { one, other },
        mayFail: isRefusal,
        holds: async ({ accountId }, { outcomes }) => {
          expect(await store.owners(accountId)).toBe(1);
          expect(Object.values(outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(1);
        },
      });
      expect(report.orders).toBeGreaterThan(1);
    });
  });

  describe('an owner is removed while', () => {
    /** Ana removes or demotes Rui. */
    const LOSSES: readonly [what: string, lose: (owners: Owners) => Promise<unknown>][] = [
      ['removed', ({ accountId, ana, rui }) => members.remove({ accountId, personId: ana }, rui)],
      ['demoted', ({ accountId, ana, rui }) => members.changeRole({ accountId, personId: ana }, rui, 'viewer')],
    ];

    it.each(LOSSES)('an invitation of the person is made (%s): none stays open', async (_, lose) => {
      const report = await inEveryOrder<Owners>({
        on: app.database,
        given,
        contenders: {
          lose,
          invite: ({ accountId, rui }) =>
            the(InvitationsService).invite({ accountId, personId: rui }, anAddress(), 'owner'),
        },
        mayFail: isRefusal,
        holds: async ({ accountId }, { outcomes }) => {
          expect(outcomes['lose']?.status).toBe('fulfilled');
          expect(await the(ConsoleTokenStore).invitations(accountId)).toEqual([]);
        },
      });
      expect(report.orders).toBeGreaterThan(1);
    });

    it.each(LOSSES)('the person issues a key (%s): the answer names each key that stays', async (_, lose) => {
      const report = await inEveryOrder<Owners>({
        on: app.database,
        given,
        contenders: {
          lose,
          issue: ({ accountId, rui }) =>
            the(ConsoleKeysService).create(
              accountId,
              { personId: rui, isProven: true },
              { name: 'CRM', scope: 'full', expiresAt: null },
            ),
        },
        mayFail: isRefusal,
        holds: async ({ accountId, rui }, { outcomes }) => {
          const live = await the(KeysService).issuedBy(accountId, rui);
          expect(outcomes['lose']).toMatchObject({ status: 'fulfilled', value: { keys: live } });
        },
      });
      expect(report.orders).toBeGreaterThan(1);
    });

    interface Invited extends Owners {
      readonly token: string;
      readonly guest: number;
    }
    const givenInvitation = async (): Promise<Invited> => {
      const owners = await given();
      const email = anAddress();
      const guest = await aPerson(email);
      const { path } = await the(InvitationsService).invite(
        { accountId: owners.accountId, personId: owners.rui },
        email,
        'owner',
      );
      return { ...owners, guest, token: path.split('#')[1] ?? '' };
    };
    const roleOf = async (accountId: number, personId: number): Promise<Role | null> =>
      (await store.find(accountId, personId))?.role ?? null;

    it.each(LOSSES)(
      'an invitation of the person is accepted (%s): it is accepted or revoked, not both',
      async (_, lose) => {
        const report = await inEveryOrder<Invited>({
          on: app.database,
          given: givenInvitation,
          contenders: {
            lose,
            join: ({ token }) =>
              the(PersonsService).join({ token, name: '', password: '' }, '127.0.0.1', () => Promise.resolve()),
          },
          mayFail: isRefusal,
          holds: async ({ accountId, guest }, { outcomes }) => {
            const hasJoined = outcomes['join']?.status === 'fulfilled';
            expect(await roleOf(accountId, guest)).toBe(hasJoined ? 'owner' : null);
            const { value } = outcomes['lose'] as { value: { revokedInvitations: readonly unknown[] } };
            expect(value.revokedInvitations).toHaveLength(hasJoined ? 0 : 1);
          },
        });
        expect(report.orders).toBeGreaterThan(1);
      },
    );

    it('an invitation to the person is accepted: the person has its role, or is gone', async () => {
      const report = await inEveryOrder<Invited>({
        on: app.database,
        given: async () => {
          const invited = await givenInvitation();
          await app.database.query(`insert into membership (account_id, person_id, role) values ($1, $2, 'viewer')`, [
            invited.accountId,
            invited.guest,
          ]);
          return invited;
        },
        contenders: {
          lose: ({ accountId, ana, guest }) => members.remove({ accountId, personId: ana }, guest),
          join: ({ token }) =>
            the(PersonsService).join({ token, name: '', password: '' }, '127.0.0.1', () => Promise.resolve()),
        },
        mayFail: isRefusal,
        holds: async ({ accountId, guest }) => {
          expect(await roleOf(accountId, guest)).toBeNull();
        },
      });
      expect(report.orders).toBeGreaterThan(1);
    });
  });
});
