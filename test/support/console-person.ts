import { Secret, TOTP } from 'otpauth';
import type { Response } from 'supertest';
import { OneTimeLinks, PersonStore } from '@src/console';
import { newToken } from '@src/console/identity/domain/token';
import { PasswordHasher } from '@src/console/identity/password-hasher';
import { MemberStore } from '@src/console/identity/persistence/member.store';
import { SessionStore } from '@src/console/identity/persistence/session.store';
import type { TestApp } from './test-app';

export const PASSWORD = 'three calm boats at noon';

/** A browser with its cookies. Requests have the headers of a page of the console, unless they are overridden. */
export class Browser {
  private readonly jar = new Map<string, string>();

  constructor(
    private readonly app: Pick<TestApp, 'agent' | 'address'>,
    private readonly address?: string,
  ) {}

  get cookies(): ReadonlyMap<string, string> {
    return this.jar;
  }

  setCookie(name: string, value: string): void {
    this.jar.set(name, value);
  }

  /** Sends a request and keeps the cookies of the response. A header with the value null is not sent. */
  async send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: object | string | null = null,
    headers: Readonly<Record<string, string | null>> = {},
  ): Promise<Response> {
    const agent = this.app.agent[method.toLowerCase() as 'get'](path).redirects(0);
    const all: Record<string, string | null> = {
      ...(method === 'GET' || method === 'HEAD'
        ? {}
        : { 'content-type': 'application/json', origin: this.app.address }),
      'x-hrev-console': '1',
      'sec-fetch-site': 'same-origin',
      ...(this.jar.size === 0 ? {} : { cookie: [...this.jar].map((pair) => pair.join('=')).join('; ') }),
      ...(this.address === undefined ? {} : { 'x-forwarded-for': this.address }),
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value !== null) agent.set(name, value);
    const response = await (body === null ? agent : agent.send(typeof body === 'string' ? body : JSON.stringify(body)));
    for (const line of (response.headers['set-cookie'] ?? []) as unknown as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return response;
  }

  /** A request to /v3 in an account. */
  async v3(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    accountId: number,
    body: object | null = null,
  ): Promise<Response> {
    return this.send(method, `/v3/${path}`, body, { 'x-hrev-account': String(accountId) });
  }

  async signIn(email: string, password = PASSWORD): Promise<Response> {
    return this.send('POST', '/console/api/sign-in', { email, password });
  }

  /** Gives the second factor of a sign-in. */
  async secondFactor(given: object): Promise<Response> {
    return this.send('POST', '/console/api/second-factor', given);
  }
}

export interface Invited {
  readonly browser: Browser;
  readonly email: string;
  /** The seed of the person's app in base32; null for a person without a second factor. */
  readonly seed: string | null;
  readonly recoveryCodes: readonly string[];
}

export interface AppOfPerson {
  readonly id: number;
  readonly seed: string;
  readonly recoveryCodes: readonly string[];
}

const STEP_MS = 30_000;

/** The code that an app shows now, or `steps` times 30 seconds later. Each is accepted once. */
export function codeOf(seed: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Adds an app to the signed-in person. It is confirmed with the code before the present one, which is therefore still unused. */
export async function addApp(browser: Browser): Promise<AppOfPerson> {
  const added = await browser.send('POST', '/console/api/me/factors', { kind: 'totp', name: 'Phone' });
  const { id, otpauth_url: url } = added.body as { id: number; otpauth_url: string };
  const seed = new URL(url).searchParams.get('secret') ?? '';
  const path = `/console/api/me/factors/${id}/confirm`;
  const confirm = (): Promise<Response> => browser.send('POST', path, { code: codeOf(seed, -1) });
  let confirmed = await confirm();
  // The step of 30 seconds may end between the code and its check.
  if (confirmed.status === 422) confirmed = await confirm();
  if (confirmed.status !== 200) throw new Error(`the app was not confirmed: ${confirmed.text}`);
  const { recovery_codes: recoveryCodes } = confirmed.body as { recovery_codes: readonly string[] | null };
  return { id, seed, recoveryCodes: recoveryCodes ?? [] };
}

export type Role = 'viewer' | 'member' | 'owner';

let people = 0;

/** A person with a role in an account, signed in to a browser of their own. An owner has an app as second factor. */
export async function aPerson(app: TestApp, accountId: number, role: Role): Promise<Invited> {
  people += 1;
  const email = `person${people}@harbor.example`;
  const path = await app.app.get(OneTimeLinks, { strict: false }).make({ kind: 'join', accountId, email, role });
  const browser = new Browser(app);
  const token = path.split('#')[1] ?? '';
  const response = await browser.send('POST', '/console/api/join', { token, name: 'Rui', password: PASSWORD });
  if (response.status !== 200) throw new Error(`the person could not join: ${response.text}`);
  const { next } = response.body as { next: string };
  if (next !== 'enrol') return { browser, email, seed: null, recoveryCodes: [] };
  const { seed, recoveryCodes } = await addApp(browser);
  return { browser, email, seed, recoveryCodes };
}

/**
 * A member with a session in a browser that is known, as after `aPerson`, without the hash of a password for each: for tests of what
 * follows the sign-in.
 */
export async function aMember(app: TestApp, accountId: number, role: Role): Promise<Invited & { readonly id: number }> {
  people += 1;
  const email = `person${people}@harbor.example`;
  const person = { name: 'Rui', email, passwordHash: await hashOfPassword(app), isOperator: false };
  const id = await app.app.get(PersonStore, { strict: false }).insert(person);
  await app.app.get(MemberStore, { strict: false }).add(id, accountId, role);
  const browser = await aSession(app, id, false);
  browser.setCookie('hrev-browser', await app.app.get(SessionStore, { strict: false }).rememberBrowser(id));
  if (role !== 'owner') return { id, browser, email, seed: null, recoveryCodes: [] };
  const { seed, recoveryCodes } = await addApp(browser);
  return { id, browser, email, seed, recoveryCodes };
}

/** A new browser with a session of the person, as after the password; `awaitsFactor`: it waits for the second factor. */
export async function aSession(app: TestApp, personId: number, awaitsFactor: boolean): Promise<Browser> {
  const { token, digest } = newToken();
  const session = { digest, personId, device: '', address: '127.0.0.1', awaitsFactor };
  await app.app.get(SessionStore, { strict: false }).insert(session);
  const browser = new Browser(app);
  browser.setCookie('hrev-session', token);
  return browser;
}

let hashed: Promise<string> | null = null;
const hashOfPassword = (app: TestApp): Promise<string> =>
  (hashed ??= app.app.get(PasswordHasher, { strict: false }).hash(PASSWORD));
