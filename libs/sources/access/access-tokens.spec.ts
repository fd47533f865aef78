import { form, FORM_TYPE, AccessTokens, readOAuthGrant, TokenDelayed, TokenRefused } from './access-tokens';
import type { SendTokenRequest, TokenResponse, TokenHolder, TokenRequest } from './access-tokens';

const NOW = new Date('2026-11-21T12:00:00Z');
const at = (seconds: number): string => new Date(NOW.getTime() + seconds * 1_000).toISOString();
const response = (status: number, body: unknown = {}): TokenResponse => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const grantResponse = (token: string, fields: object = {}): TokenResponse =>
  response(200, { access_token: token, ...fields });

/** A connection of a visit or a publisher; stores what is saved. */
class Connection implements TokenHolder {
  readonly now: Date;
  readonly savedCredentials: Record<string, string>[] = [];

  constructor(
    public credentials: Record<string, string>,
    { now = NOW, signal = new AbortController().signal }: { readonly now?: Date; readonly signal?: AbortSignal } = {},
  ) {
    this.now = now;
    this.signal = signal;
  }
  readonly signal: AbortSignal;

  saveCredentials(changed: Record<string, string>): Promise<void> {
    this.savedCredentials.push(changed);
    this.credentials = { ...this.credentials, ...changed };
    return Promise.resolve();
  }
}

/** A platform that returns these responses to token requests in order, and records the requests. */
function platform(...responses: readonly TokenResponse[]): {
  readonly send: SendTokenRequest;
  readonly requests: TokenRequest[];
} {
  const requests: TokenRequest[] = [];
  const send: SendTokenRequest = (request) => {
    const next = responses[requests.length];
    requests.push(request);
    return next ? Promise.resolve(next) : Promise.reject(new Error('unexpected further request'));
  };
  return { send, requests };
}

const newTokens = (slug = 'shelf'): AccessTokens =>
  new AccessTokens({
    slug,
    credentialNames: ['client_id', 'refresh_token'],
    request: ({ client_id = '', refresh_token = '' }) => ({
      url: 'https://shelf.example/token',
      headers: { 'content-type': FORM_TYPE },
      body: form({ client_id, refresh_token }),
    }),
    read: readOAuthGrant,
  });
const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  );

describe('responses without a token (RFC 6749 §5.2)', () => {
  it.each<[status: number, body: unknown, type: typeof TokenRefused | typeof TokenDelayed, message: string]>([
    [400, { error: 'invalid_grant' }, TokenRefused, 'invalid_grant'],
    [401, { error: 'invalid_client' }, TokenRefused, 'invalid_client'],
    [403, { error: { status: 'PERMISSION_DENIED' } }, TokenRefused, 'PERMISSION_DENIED'],
    [403, {}, TokenRefused, 'status 403'],
    [400, 'no JSON', TokenRefused, 'status 400'],
    [400, { error: 7 }, TokenRefused, 'status 400'],
    [400, { error: 'no' }, TokenRefused, 'status 400'],
    [400, { error: 'ace' }, TokenRefused, 'ace'],
    [400, { error: 'e'.repeat(40) }, TokenRefused, 'e'.repeat(40)],
    [400, { error: 'e'.repeat(41) }, TokenRefused, 'status 400'],
    [400, { error: 'secret 123' }, TokenRefused, 'status 400'],
    [199, {}, TokenDelayed, 'answered 199'],
    [300, {}, TokenDelayed, 'answered 300'],
    [302, { access_token: 'a-token' }, TokenDelayed, 'answered 302'],
    [402, {}, TokenDelayed, 'answered 402'],
    [404, {}, TokenDelayed, 'answered 404'],
    [429, { error: 'slow_down' }, TokenDelayed, 'answered 429'],
    [500, { error: 'invalid_grant' }, TokenDelayed, 'answered 500'],
    [503, 'maintenance', TokenDelayed, 'answered 503'],
    [200, {}, TokenDelayed, 'the response has no token'],
    [200, { access_token: '' }, TokenDelayed, 'the response has no token'],
    [200, 'no JSON', TokenDelayed, 'the response has no token'],
  ])('throws for a response with status %i and body %j', async (status, body, type, message) => {
    const connection = new Connection({ client_id: 'me' });
    const { send } = platform(response(status, body));
    const error = await outcomeOf(newTokens().token(connection, send));
    expect(error).toBeInstanceOf(type);
    expect((error as Error).message).toBe(message);
    if (error instanceof TokenDelayed) expect(error.response.status).toBe(status);
    expect(connection.savedCredentials).toEqual([]);
  });

  it.each([200, 201, 299])('reads the token of a response with status %i', async (status) => {
    const { send } = platform(response(status, { access_token: 'a-token' }));
    expect(await newTokens().token(new Connection({ client_id: 'me' }), send)).toBe('a-token');
  });
});

describe('the lifetime of a token', () => {
  it.each<[what: string, fields: object, expected: object]>([
    ['the expiry time', { expires_in: 120 }, { access_token_expires_at: at(120) }],
    ['the expiry time for a lifetime that is a text', { expires_in: '120' }, { access_token_expires_at: at(120) }],
    ['an expiry time in one hour for a response without a lifetime', {}, { access_token_expires_at: at(3_600) }],
    ['a new refresh token', { refresh_token: 'new' }, { refresh_token: 'new' }],
  ])('saves to the connection %s', async (_what, fields, expected) => {
    const connection = new Connection({ client_id: 'me', refresh_token: 'old' });
    await newTokens().token(connection, platform(grantResponse('a-token', fields)).send);
    expect(connection.savedCredentials).toEqual([expect.objectContaining({ access_token: 'a-token', ...expected })]);
    expect('refresh_token' in (connection.savedCredentials[0] ?? {})).toBe('refresh_token' in fields);
  });

  it.each([
    [61, 'stored'],
    [60, 'renewed'],
    [0, 'renewed'],
    [-1, 'renewed'],
  ])('with a stored token that expires in %i s, uses the %s token', async (seconds, expected) => {
    const connection = new Connection({
      client_id: 'me',
      access_token: 'stored',
      access_token_expires_at: at(seconds),
    });
    expect(await newTokens().token(connection, platform(grantResponse('renewed')).send)).toBe(expected);
  });

  it.each([
    ['no expiry time', { access_token: 'stored' }],
    ['an invalid expiry time', { access_token: 'stored', access_token_expires_at: 'soon' }],
    ['no token', { access_token_expires_at: at(3_600) }],
  ])('requests a token for a connection with %s', async (_what, credentials) => {
    const { send, requests } = platform(grantResponse('renewed'));
    expect(await newTokens().token(new Connection({ client_id: 'me', ...credentials }), send)).toBe('renewed');
    expect(requests.map(({ body }) => body)).toEqual(['client_id=me&refresh_token=']);
  });

  it('uses a token from memory up to its last minute, also for a connection that was read before the token was saved', async () => {
    const tokens = newTokens();
    const { send, requests } = platform(grantResponse('one', { expires_in: 600 }), grantResponse('two'));
    const connectionAt = (seconds: number): Connection =>
      new Connection({ client_id: 'me' }, { now: new Date(NOW.getTime() + seconds * 1_000) });
    const returnedTokens = [];
    for (const seconds of [0, 300, 539, 540]) returnedTokens.push(await tokens.token(connectionAt(seconds), send));
    expect([returnedTokens, requests.length]).toEqual([['one', 'one', 'one', 'two'], 2]);
  });

  it('after the platform rejected the cached token, returns the stored token, then a new token', async () => {
    const tokens = newTokens();
    const { send } = platform(grantResponse('known'), grantResponse('new'));
    await tokens.token(new Connection({ client_id: 'me' }), send);
    const connection = new Connection({
      client_id: 'me',
      access_token: 'stored',
      access_token_expires_at: at(3_600),
    });
    const returnedTokens = [];
    for (const rejected of [[], ['known'], ['known', 'stored']])
      returnedTokens.push(await tokens.token(connection, send, new Set(rejected)));
    expect(returnedTokens).toEqual(['known', 'stored', 'new']);
  });

  it('keeps 1,000 tokens and evicts the oldest', async () => {
    const tokens = newTokens();
    const { send, requests } = platform(...Array.from({ length: 1_003 }, (_, n) => grantResponse(`token ${n}`)));
    const tokenOfClient = (n: number): Promise<string> =>
      tokens.token(new Connection({ client_id: `client ${n}` }), send);
    for (let n = 0; n < 1_000; n += 1) await tokenOfClient(n);
    expect([await tokenOfClient(0), requests.length]).toEqual(['token 0', 1_000]);
    await tokenOfClient(1_000);
    expect([await tokenOfClient(1), await tokenOfClient(0), requests.length]).toEqual(['token 1', 'token 1001', 1_002]);
  });
});

describe('sharing of tokens', () => {
  it.each<[times: number, what: string, one: Record<string, string>, other: Record<string, string>]>([
    [1, 'the same credentials', { client_id: 'a' }, { client_id: 'a' }],
    [1, 'a difference in a field that is not a credential', { client_id: 'a' }, { client_id: 'a', card: '7' }],
    [1, 'a missing and an empty credential', { client_id: 'a' }, { client_id: 'a', refresh_token: '' }],
    [2, 'different credentials', { client_id: 'a' }, { client_id: 'b' }],
    [2, 'the same text in different fields', { client_id: 'a' }, { refresh_token: 'a' }],
  ])('sends %i token request(s) for two connections with %s', async (times, _what, one, other) => {
    const tokens = newTokens();
    const { send, requests } = platform(grantResponse('first'), grantResponse('second'));
    await tokens.token(new Connection(one), send);
    expect(await tokens.token(new Connection(other), send)).toBe(times === 1 ? 'first' : 'second');
    expect(requests).toHaveLength(times);
  });

  it('sends one request for concurrent calls, which fail together; the next call sends another request', async () => {
    const tokens = newTokens();
    const { send, requests } = platform(response(503), grantResponse('a-token'));
    const all = [1, 2, 3].map(() => outcomeOf(tokens.token(new Connection({ client_id: 'me' }), send)));
    expect((await Promise.all(all)).map((error) => (error as Error).message)).toEqual(Array(3).fill('answered 503'));
    expect(await tokens.token(new Connection({ client_id: 'me' }), send)).toBe('a-token');
    expect(requests).toHaveLength(2);
  });

  it.each<[what: string, abortedCallers: readonly string[], outcomes: readonly string[]]>([
    ['sends a request for the second caller if the first caller is aborted', ['first'], ['stopped', 'a-token']],
    ['sends no further request if both callers are aborted', ['first', 'second'], ['stopped', 'stopped']],
  ])('%s', async (_what, abortedCallers, outcomes) => {
    const tokens = newTokens();
    const stop = { first: new AbortController(), second: new AbortController() };
    const sendUntilAborted: SendTokenRequest = () =>
      new Promise((_, reject) =>
        stop.first.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
      );
    const first = outcomeOf(
      tokens.token(new Connection({ client_id: 'me' }, { signal: stop.first.signal }), sendUntilAborted),
    );
    const { send } = platform(grantResponse('a-token'));
    const second = outcomeOf(tokens.token(new Connection({ client_id: 'me' }, { signal: stop.second.signal }), send));
    if (abortedCallers.includes('second')) stop.second.abort();
    stop.first.abort();
    const resultOf = (outcome: unknown): unknown => (outcome instanceof Error ? outcome.message : outcome);
    expect([resultOf(await first), resultOf(await second)]).toEqual(outcomes);
  });
});
