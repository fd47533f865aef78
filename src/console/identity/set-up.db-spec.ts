import { AppError } from '@libs/kernel';
import { PASSWORD } from '@test/support/console-person';
import { inEveryOrder } from '@test/support/interleaving';
import { testApp, type TestApp } from '@test/support/test-app';
import { OneTimeLinks } from './one-time-links.service';
import { PersonsService } from './persons.service';

describe('two people who use the set-up link at the same moment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app?.close());

  interface Link {
    readonly token: string;
  }
  const setUp = (name: string, email: string, accountName: string) => (link: Link) =>
    app.app.get(PersonsService, { strict: false }).setUp({ ...link, name, email, password: PASSWORD, accountName });

  it.each([
    ['with two addresses', 'rui@harbor.example'],
    ['with one address', 'Ana@Harbor.example'],
  ])('make one owner of one account, and refuse the other person (%s)', async (_, email) => {
    const report = await inEveryOrder<Link>({
      on: app.database,
      given: async () => {
        await app.database.query('truncate person, account cascade');
        const path = await app.app.get(OneTimeLinks, { strict: false }).make({ kind: 'setup' });
        return { token: path.split('#')[1] ?? '' };
      },
      contenders: {
        ana: setUp('Ana', 'ana@harbor.example', 'Harbor'),
        rui: setUp('Rui', email, 'Pier'),
      },
      mayFail: (reason) => reason instanceof AppError,
      atMost: 8,
      holds: async (_link, { outcomes }) => {
        const lost = Object.values(outcomes).flatMap((outcome) =>
          outcome.status === 'rejected' ? [(outcome.reason as AppError).code] : [],
        );
        // The link is gone, or it was used.
        expect(lost).toEqual([expect.stringMatching(/^(not_found|link_used)$/)]);
        const winner = outcomes['ana']?.status === 'fulfilled' ? ['Ana', 'Harbor'] : ['Rui', 'Pier'];
        const owners = await app.database.query(
          `select p.name as person, a.name as account, m.role, p.is_operator as "isOperator"
           from person p full join membership m on m.person_id = p.id full join account a on a.id = m.account_id`,
        );
        expect(owners).toEqual([{ person: winner[0], account: winner[1], role: 'owner', isOperator: true }]);
      },
    });
    expect(report.orders).toBeGreaterThan(1);
  });
});
