import type { Response } from 'supertest';
import { LinksOfConsole } from '@src/console';
import type { TestApp } from './test-app';

export const PASSWORD = 'three calm boats at noon';

/** A browser with its cookies. Requests have the headers of a page of the console, unless they are overridden. */
export class Browser {
  private readonly jar = new Map<string, string>();

  constructor(
    private readonly app: TestApp,
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
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: object | string | null = null,
    headers: Readonly<Record<string, string | null>> = {},
  ): Promise<Response> {
    const agent = this.app.agent[method.toLowerCase() as 'get'](path).redirects(0);
    const all: Record<string, string | null> = {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json', origin: this.app.address }),
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
}

export interface Invited {
  readonly browser: Browser;
  readonly email: string;
}

let people = 0;

/** A person with a role in an account, signed in to a browser of their own. */
export async function aPerson(app: TestApp, accountId: number, role: 'viewer' | 'member' | 'owner'): Promise<Invited> {
  people += 1;
  const email = `person${people}@harbor.example`;
  const path = await app.app.get(LinksOfConsole, { strict: false }).make({ kind: 'join', accountId, email, role });
  const browser = new Browser(app);
  const token = path.split('#')[1] ?? '';
  const response = await browser.send('POST', '/console/api/join', { token, name: 'Rui', password: PASSWORD });
  if (response.status !== 200) throw new Error(`the person could not join: ${response.text}`);
  return { browser, email };
}
