import { form, FORM_TYPE, AccessTokens, readOAuthGrant, TokenDelayed, TokenRefused } from './access-tokens';
import type { AskForToken, TokenAnswer, TokenHolder, TokenRequest } from './access-tokens';

const NOW = new Date('2026-11-21T12:00:00Z');
const at = (seconds: number): string => new Date(NOW.getTime() + seconds * 1_000).toISOString();
const answer = (status: number, body: unknown = {}): TokenAnswer => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const granted = (token: string, more: object = {}): TokenAnswer => answer(200, { access_token: token, ...more });

/** A connection, as a visit and a publisher hold it; what is saved is kept with it. */
class Connection implements TokenHolder {
  readonly now: Date;
  readonly saved: Record<string, string>[] = [];

  constructor(
    public credentials: Record<string, string>,
    { now = NOW, signal = new AbortController().signal }: { readonly now?: Date; readonly signal?: AbortSignal } = {},
  ) {
    this.now = now;
    this.signal = signal;
  }
  readonly signal: AbortSignal;

  saveCredentials(changed: Record<string, string>): Promise<void> {
    this.saved.push(changed);
    this.credentials = { ...this.credentials, ...changed };
    return Promise.resolve();
  }
}

/** A platform that answers requests for tokens in this order, and notes them. */
function platform(...answers: readonly TokenAnswer[]): { readonly ask: AskForToken; readonly asked: TokenRequest[] } {
  const asked: TokenRequest[] = [];
  const ask: AskForToken = (request) => {
    const next = answers[asked.length];
    asked.push(request);
    return next ? Promise.resolve(next) : Promise.reject(new Error('asked once more than expected'));
  };
  return { ask, asked };
}

const tokensOf = (slug = 'shelf'): AccessTokens =>
  new AccessTokens({
    slug,
    madeOf: ['client_id', 'refresh_token'],
    request: ({ client_id = '', refresh_token = '' }) => ({
      url: 'https://shelf.example/token',
      headers: { 'content-type': FORM_TYPE },
      body: form({ client_id, refresh_token }),
    }),
    read: readOAuthGrant,
  });
const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  );

describe('what an answer without a token means (RFC 6749 §5.2)', () => {
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
    [200, {}, TokenDelayed, 'the answer held no token'],
    [200, { access_token: '' }, TokenDelayed, 'the answer held no token'],
    [200, 'no JSON', TokenDelayed, 'the answer held no token'],
  ])('%i %j', async (status, body, type, message) => {
    const connection = new Connection({ client_id: 'me' });
    const { ask } = platform(answer(status, body));
    const error = await caught(tokensOf().token(connection, ask));
    expect(error).toBeInstanceOf(type);
    expect((error as Error).message).toBe(message);
    if (error instanceof TokenDelayed) expect(error.answer.status).toBe(status);
    expect(connection.saved).toEqual([]);
  });

  it.each([200, 201, 299])('%i holds the token', async (status) => {
    const { ask } = platform(answer(status, { access_token: 'a-token' }));
    expect(await tokensOf().token(new Connection({ client_id: 'me' }), ask)).toBe('a-token');
  });
});

describe('how long a token is used', () => {
  it.each<[what: string, answered: object, expected: object]>([
    ['its lifetime', { expires_in: 120 }, { access_token_expires_at: at(120) }],
    ['a lifetime that is text', { expires_in: '120' }, { access_token_expires_at: at(120) }],
    ['an hour where none is named', {}, { access_token_expires_at: at(3_600) }],
    ['and a refresh token where it is replaced', { refresh_token: 'new' }, { refresh_token: 'new' }],
  ])('saved with the connection: %s', async (_what, answered, expected) => {
    const connection = new Connection({ client_id: 'me', refresh_token: 'old' });
    await tokensOf().token(connection, platform(granted('a-token', answered)).ask);
    expect(connection.saved).toEqual([expect.objectContaining({ access_token: 'a-token', ...expected })]);
    expect('refresh_token' in (connection.saved[0] ?? {})).toBe('refresh_token' in answered);
  });

  it.each([
    [61, 'stored'],
    [60, 'renewed'],
    [0, 'renewed'],
    [-1, 'renewed'],
  ])('a stored token that expires in %i s: %s is used', async (seconds, used) => {
    const connection = new Connection({
      client_id: 'me',
      access_token: 'stored',
      access_token_expires_at: at(seconds),
    });
    expect(await tokensOf().token(connection, platform(granted('renewed')).ask)).toBe(used);
  });

  it.each([
    ['no time of its end', { access_token: 'stored' }],
    ['a time that is none', { access_token: 'stored', access_token_expires_at: 'soon' }],
    ['no token', { access_token_expires_at: at(3_600) }],
  ])('a connection with %s asks for one', async (_what, credentials) => {
    const { ask, asked } = platform(granted('renewed'));
    expect(await tokensOf().token(new Connection({ client_id: 'me', ...credentials }), ask)).toBe('renewed');
    expect(asked.map(({ body }) => body)).toEqual(['client_id=me&refresh_token=']);
  });

  it('in memory up to its last minute, also for a connection that was read before it was saved', async () => {
    const tokens = tokensOf();
    const { ask, asked } = platform(granted('one', { expires_in: 600 }), granted('two'));
    const late = (seconds: number): Connection =>
      new Connection({ client_id: 'me' }, { now: new Date(NOW.getTime() + seconds * 1_000) });
    const given = [];
    for (const seconds of [0, 300, 539, 540]) given.push(await tokens.token(late(seconds), ask));
    expect([given, asked.length]).toEqual([['one', 'one', 'one', 'two'], 2]);
  });

  it('a token that the platform has just turned down is not given again: the other one is, then a new one', async () => {
    const tokens = tokensOf();
    const { ask } = platform(granted('known'), granted('new'));
    await tokens.token(new Connection({ client_id: 'me' }), ask);
    const connection = new Connection({
      client_id: 'me',
      access_token: 'stored',
      access_token_expires_at: at(3_600),
    });
    const given = [];
    for (const refused of [[], ['known'], ['known', 'stored']])
      given.push(await tokens.token(connection, ask, new Set(refused)));
    expect(given).toEqual(['known', 'stored', 'new']);
  });

  it('1,000 tokens are known; the oldest is forgotten for one more', async () => {
    const tokens = tokensOf();
    const { ask, asked } = platform(...Array.from({ length: 1_003 }, (_, n) => granted(`token ${n}`)));
    const of = (n: number): Promise<string> => tokens.token(new Connection({ client_id: `client ${n}` }), ask);
    for (let n = 0; n < 1_000; n += 1) await of(n);
    expect([await of(0), asked.length]).toEqual(['token 0', 1_000]);
    await of(1_000);
    expect([await of(1), await of(0), asked.length]).toEqual(['token 1', 'token 1001', 1_002]);
  });
});

describe('who shares a token', () => {
  it.each<[what: string, one: Record<string, string>, other: Record<string, string>, asked: number]>([
    ['the same credentials', { client_id: 'a' }, { client_id: 'a' }, 1],
    ['a name that no token is made of', { client_id: 'a' }, { client_id: 'a', card: '7' }, 1],
    ['a credential that is empty instead of missing', { client_id: 'a' }, { client_id: 'a', refresh_token: '' }, 1],
    ['another credential', { client_id: 'a' }, { client_id: 'b' }, 2],
    ['the same text in another place', { client_id: 'a' }, { refresh_token: 'a' }, 2],
  ])('%s', async (_what, one, other, times) => {
    const tokens = tokensOf();
    const { ask, asked } = platform(granted('first'), granted('second'));
    await tokens.token(new Connection(one), ask);
    expect(await tokens.token(new Connection(other), ask)).toBe(times === 1 ? 'first' : 'second');
    expect(asked).toHaveLength(times);
  });

  it('calls at the same moment ask once, and fail together; the next one asks anew', async () => {
    const tokens = tokensOf();
    const { ask, asked } = platform(answer(503), granted('a-token'));
    const all = [1, 2, 3].map(() => caught(tokens.token(new Connection({ client_id: 'me' }), ask)));
    expect((await Promise.all(all)).map((error) => (error as Error).message)).toEqual(Array(3).fill('answered 503'));
    expect(await tokens.token(new Connection({ client_id: 'me' }), ask)).toBe('a-token');
    expect(asked).toHaveLength(2);
  });

  it.each<[what: string, stops: readonly string[], outcomes: readonly string[]]>([
    ['whoever asked is stopped: another one asks for itself', ['first'], ['stopped', 'a-token']],
    ['both are stopped: neither asks again', ['first', 'second'], ['stopped', 'stopped']],
  ])('%s', async (_what, stops, outcomes) => {
    const tokens = tokensOf();
    const stop = { first: new AbortController(), second: new AbortController() };
    const cut: AskForToken = () =>
      new Promise((_, reject) =>
        stop.first.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
      );
    const first = caught(tokens.token(new Connection({ client_id: 'me' }, { signal: stop.first.signal }), cut));
    const { ask } = platform(granted('a-token'));
    const second = caught(tokens.token(new Connection({ client_id: 'me' }, { signal: stop.second.signal }), ask));
    if (stops.includes('second')) stop.second.abort();
    stop.first.abort();
    const said = (outcome: unknown): unknown => (outcome instanceof Error ? outcome.message : outcome);
    expect([said(await first), said(await second)]).toEqual(outcomes);
  });
});
