import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

export const PERSON = { email: 'ana@harbor.example', password: 'three calm boats at noon', code: '123456' };
const SESSION = 'test-session';
const ONE_REQUEST_EACH = new Agent({ keepAlive: false });

/** How the person of the session takes part. */
export interface PersonOptions {
  readonly role?: 'viewer' | 'member' | 'owner';
  readonly hasSecondFactor?: boolean;
}

/**
 * The whole API with the built console, behind a server that has the sessions of persons: sign-in, second factor, the person, and the
 * end of the session. Requests of a session to /v3 get the key of their account. A request that writes without the marks that
 * protect it against forgery is refused.
 */
export class ConsoleServer {
  /** Requests that lack a mark. */
  readonly unmarked: string[] = [];

  private constructor(
    readonly app: TestApp,
    readonly account: TestAccount,
    private readonly server: Server,
    private readonly person: PersonOptions,
  ) {}

  static async start(person: PersonOptions = {}): Promise<ConsoleServer> {
    const app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    const account = await app.anAccount({ name: 'Harbor Hotels' });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const console = new ConsoleServer(app, account, server, person);
    server.on('request', (request, response) => void console.answer(request, response));
    return console;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The cookie of a session, for tests that do not begin at the sign-in. */
  get cookie(): { readonly name: string; readonly value: string; readonly url: string } {
    return { name: SESSION, value: 'full', url: this.origin };
  }

  /** The address of a screen of the account. */
  screen(path: string): string {
    return `${this.origin}/console/a/${this.account.accountId}/${path}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.app.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', method = 'GET', headers } = request;
    const isApi = url.startsWith('/v3/') || url.startsWith('/console/api/');
    const isMarked =
      headers['x-hrev-console'] === '1' && (method === 'GET' || headers['content-type'] === 'application/json');
    if (isApi && !isMarked) this.unmarked.push(`${method} ${url}`);
    if (url.startsWith('/console/api/')) await this.answerPerson(request, response, url.slice('/console/api/'.length));
    else if (url.startsWith('/v3/')) this.answerAccount(request, response);
    else this.forward(request, response, {});
  }

  private async answerPerson(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = JSON.parse((await textOf(request)) || '{}') as Readonly<Record<string, string>>;
    const refuse = (): void => reply(response, 401, { detail: 'Refused', code: 'unauthorized' });
    if (path === 'sign-in') {
      if (body['email'] !== PERSON.email || body['password'] !== PERSON.password) return refuse();
      const isDone = !this.person.hasSecondFactor;
      return reply(response, 200, { next: isDone ? 'done' : 'second_factor' }, isDone ? 'full' : 'half');
    }
    if (path === 'second-factor') {
      if (sessionOf(request) !== 'half' || body['totp'] !== PERSON.code) return refuse();
      return reply(response, 200, { next: 'done' }, 'full');
    }
    if (sessionOf(request) !== 'full') return refuse();
    if (path === 'sign-out') return reply(response, 204, null, 'none');
    const { accountId: id } = this.account;
    const role = this.person.role ?? 'owner';
    const accounts = [{ id, name: 'Harbor Hotels', plan: 'full', status: 'active', role }];
    reply(response, 200, { id: 1, name: 'Ana', email: PERSON.email, is_operator: false, accounts });
  }

  private answerAccount(request: IncomingMessage, response: ServerResponse): void {
    const { accountId, full } = this.account;
    if (sessionOf(request) !== 'full') return reply(response, 401, { detail: 'No session', code: 'unauthorized' });
    if (request.headers['x-hrev-account'] !== String(accountId))
      return reply(response, 404, { detail: 'No account', code: 'not_found' });
    this.forward(request, response, { 'x-api-key': full });
  }

  private forward(request: IncomingMessage, response: ServerResponse, more: Readonly<Record<string, string>>): void {
    const { method, url = '/', headers } = request;
    const forwarded = send(
      new URL(url, this.app.address),
      { method, agent: ONE_REQUEST_EACH, headers: { ...headers, ...more } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.once('error', () => response.destroy());
    request.pipe(forwarded);
  }
}

function sessionOf(request: IncomingMessage): string | undefined {
  return new RegExp(`(?:^|; )${SESSION}=([a-z]+)`).exec(request.headers.cookie ?? '')?.[1];
}

function reply(response: ServerResponse, status: number, body: object | null, session?: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(session === undefined ? {} : { 'Set-Cookie': `${SESSION}=${session}; Path=/; HttpOnly; SameSite=Lax` }),
  });
  response.end(body === null ? undefined : JSON.stringify(body));
}
