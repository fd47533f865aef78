import type { Page } from 'playwright';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { RequestRecorder } from '@src/console/records/request-recorder.service';
import { aPerson, type Invited } from '@test/support/console-person';
import type { TestAccount, TestApp } from '@test/support/test-app';
import { ConsoleApp, type Cookie } from '../support/console-app';
import { anActivity, type Activity } from './activity';
import { anOperation } from './operation';
import { PhotoServer } from './photo-server';
import { aTown, HARBOR_TOWN, LARGE_TOWN, type Town } from './town';

/** Who looks at a scene: a person of an account that has everything, nothing or very much, or a person without a session. */
export const CASTS = ['full', 'empty', 'large', 'viewer', 'operator', 'signed-out'] as const;
export type Cast = (typeof CASTS)[number];

export interface Member {
  readonly accountId: number;
  readonly cookie: Cookie | null;
  readonly town: Town | null;
  readonly activity: Activity | null;
}

/** The service with the accounts of the pictures, and the sandbox in place of the platforms. */
export class Stage {
  private constructor(
    private readonly server: ConsoleApp,
    private readonly sandbox: SandboxServer,
    private readonly photos: PhotoServer,
    readonly members: Readonly<Record<Cast, Member>>,
  ) {}

  static async start(withLarge: boolean): Promise<Stage> {
    const sandbox = new SandboxServer(sandboxPlatforms);
    await sandbox.start();
    const photos = await PhotoServer.start();
    const server = await ConsoleApp.start({ environment: { HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins) } });
    const { app, account, person } = server;
    await app.database.query(
      `update person set name = 'Ana Moreira', email = 'ana@harbor-hotels.example' where email = $1`,
      [person.email],
    );
    const town = await aTown(server, { ...HARBOR_TOWN, photoOrigin: photos.origin });
    const activity = await anActivity(server, town);
    const member = (accountId: number, invited: Invited, of: Partial<Member> = {}): Member => ({
      accountId,
      cookie: server.cookieOf(invited.browser),
      town: null,
      activity: null,
      ...of,
    });
    const of = { town, activity };
    const full = member(account.accountId, person, of);
    const viewer = member(account.accountId, await server.another('viewer'), of);
    const operator = await asOperator(server, member(account.accountId, await server.another('owner'), of), app);
    const quiet = await app.anAccount({ name: 'Quiet Inn' });
    const empty = member(quiet.accountId, await aPerson(app, quiet.accountId, 'owner'));
    const large = withLarge ? await aLargeAccount(server, photos.origin) : empty;
    await placesOf(sandbox, town);
    await anOperation(server);
    await app.app.get(RequestRecorder, { strict: false }).write();
    await app.database.query(`delete from request_log where request_id not like 'req-%'`);
    await app.database.query('analyze');
    return new Stage(server, sandbox, photos, {
      full,
      viewer,
      operator,
      empty,
      large,
      'signed-out': { ...full, cookie: null },
    });
  }

  get origin(): string {
    return this.server.origin;
  }

  /** Processes that are not seen for half a minute are shown as lost. */
  async refresh(): Promise<void> {
    await this.server.app.database.query('update running_process set seen_at = clock_timestamp()');
  }

  /** Makes every request for data fail, as when the database is away. */
  static async breakData(page: Page): Promise<void> {
    const body = { detail: 'The database is away', code: 'service_unavailable', request_id: 'req-7f3a' };
    for (const path of ['**/v3/**', '**/console/api/**'])
      await page.route(path, (route) =>
        /\/me(?:\?|$)|\/events|\/session/.test(route.request().url())
          ? route.fallback()
          : route.fulfill({ status: 500, json: body }),
      );
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.sandbox.stop();
    this.photos.close();
  }
}

/** Marks the person as operator, who registers the client of Google. */
async function asOperator(server: ConsoleApp, operator: Member, app: TestApp): Promise<Member> {
  await app.database.query(
    `update person set is_operator = true, name = 'Olga Lind', email = 'olga@hrev.example'
     where id = (select max(person_id) from membership where account_id = $1 and role = 'owner' and person_id in (select person_id from session))`,
    [server.account.accountId],
  );
  const cookie = `${operator.cookie?.name}=${operator.cookie?.value}`;
  const response = await fetch(`${server.origin}/v3/admin/sources/google/oauth-client`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json', origin: server.origin, 'x-hrev-console': '1' },
    body: JSON.stringify({ client_id: '1234-hrev.apps.googleusercontent.com', client_secret: 'GOCSPX-sandbox' }),
  });
  if (!response.ok) throw new Error(`the client of Google was refused: ${await response.text()}`);
  return operator;
}

async function aLargeAccount(server: ConsoleApp, photoOrigin: string): Promise<Member> {
  const { app } = server;
  const account: TestAccount = await app.anAccount({ name: 'Donaudampfschifffahrtsgesellschaft Hotels & Restaurants' });
  const host = { app, account };
  const town = await aTown(host, { ...LARGE_TOWN, photoOrigin });
  const activity = await anActivity(host, town);
  const { browser } = await aPerson(app, account.accountId, 'owner');
  return { accountId: account.accountId, cookie: server.cookieOf(browser), town, activity };
}

/** The places that the sandbox's Google shows after a consent. */
async function placesOf(sandbox: SandboxServer, town: Town): Promise<void> {
  for (const [index, { name }] of town.objects.slice(14, 26).entries())
    Object.assign(sandbox.listing('google', String(700_001 + index)), {
      name: index % 4 === 3 ? `${name}, Annex` : name,
      address: [`Rua do Cais ${index + 1}`, '4000 Porto'],
    });
}
