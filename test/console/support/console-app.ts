import { aPerson, PASSWORD, type Browser, type Invited, type Role } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** A person of a journey, with a session. */
export type ConsolePerson = Invited;

/** The whole API with the built console, one account, and a person with a role in it who is signed in. */
export class ConsoleApp {
  private constructor(
    readonly app: TestApp,
    readonly account: TestAccount,
    readonly person: ConsolePerson,
  ) {}

  /** `environment` has variables in addition to those of `testApp`. */
  static async start(
    options: { readonly role?: Role; readonly environment?: Readonly<Record<string, string>> } = {},
  ): Promise<ConsoleApp> {
    const app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000', ...options.environment } });
    const account = await app.anAccount({ name: 'Harbor Hotels' });
    return new ConsoleApp(app, account, await aPerson(app, account.accountId, options.role ?? 'owner'));
  }

  get origin(): string {
    return this.app.address;
  }

  /** The password of every person of the tests. */
  get password(): string {
    return PASSWORD;
  }

  /** The cookie of the person's session, for tests that do not begin at the sign-in. */
  get cookie(): Cookie {
    return this.cookieOf(this.person.browser);
  }

  cookieOf({ cookies }: Browser): Cookie {
    const name = 'hrev-session';
    return { name, value: cookies.get(name) ?? '', url: this.origin };
  }

  /** Another person with a role in the account. */
  async another(role: Role): Promise<ConsolePerson> {
    return aPerson(this.app, this.account.accountId, role);
  }

  /** The address of a screen of the account. */
  screen(path: string): string {
    return `${this.origin}/console/a/${this.account.accountId}/${path}`;
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}
