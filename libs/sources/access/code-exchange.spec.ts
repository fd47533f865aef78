import { GuardedClient } from '@libs/egress';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { consent } from '../platforms/google/consent';
import { google } from '../platforms/google';
import { NotSent } from '../publish-errors';
import { PublishHttpTools } from '../publish-http-tools';
import { exchangeCode, isKnownClient, type ExchangeRefusal } from './code-exchange';

const CLIENT = { clientId: 'client-1', clientSecret: 'secret-of-client' };
const ATTEMPT = { code: 'code-1', verifier: 'v'.repeat(43), redirectUri: 'https://hrev.example/callback' };
const NOW = new Date('2026-11-21T12:00:00Z');
const GRANT = { access_token: 'token-1', refresh_token: 'refresh-1', expires_in: 60, scope: `openid ${consent.scope}` };

describe('the exchange of an authorization code (RFC 6749 §4.1.3, §5)', () => {
  let server: LocalServer;
  let served: { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };
  const received: string[] = [];
  beforeAll(async () => {
    server = await startHttp((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk.toString()));
      request.on('end', () => {
        const { status, body, headers } = served;
        response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
  });
  beforeEach(() => received.splice(0));
  afterAll(() => server.stop());

  const tools = () => ({
    now: NOW,
    http: new PublishHttpTools({
      client: new GuardedClient({ exemptOrigins: [server.origin] }),
      source: google,
      origin: server.origin,
      permit: () => Promise.resolve(),
      beforeWrite: () => undefined,
      signal: new AbortController().signal,
      version: 'test',
    }),
  });
  const exchange = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    served = { status, body, headers };
    return exchangeCode(consent, CLIENT, ATTEMPT, tools());
  };

  it('sends the code with its verifier, and returns the tokens', async () => {
    expect(await exchange(200, GRANT)).toEqual({
      kind: 'granted',
      credentials: {
        refresh_token: 'refresh-1',
        access_token: 'token-1',
        access_token_expires_at: '2026-11-21T12:01:00.000Z',
      },
    });
    expect(Object.fromEntries(new URLSearchParams(received.join('')))).toEqual({
      grant_type: 'authorization_code',
      code: 'code-1',
      code_verifier: ATTEMPT.verifier,
      redirect_uri: ATTEMPT.redirectUri,
      client_id: 'client-1',
      client_secret: 'secret-of-client',
    });
  });

  it.each([429, 500, 501, 503, 599])('status %i is no refusal: the exchange fails with NotSent', async (status) => {
    const failed = await exchange(status, { error: 'invalid_grant' }, { 'retry-after': '7' }).catch(
      (error: unknown) => error,
    );
    expect(failed).toEqual(new NotSent(`the platform answered ${status}`, 7_000));
    expect(failed).toMatchObject({ retryAfterMs: 7_000 });
  });

  it.each<[status: number, body: unknown, reason: ExchangeRefusal]>([
    [400, { error: 'invalid_grant' }, 'code_refused'],
    [401, { error: 'invalid_client' }, 'client_refused'],
    [400, { error: 'unauthorized_client' }, 'client_refused'],
    [400, { error: 'redirect_uri_mismatch' }, 'redirect_uri_refused'],
    [499, { error: 'invalid_grant' }, 'code_refused'],
    [400, { error: 'invalid_request' }, 'platform_error'],
    [400, { error: 7 }, 'platform_error'],
    [400, 'no JSON', 'platform_error'],
    [300, GRANT, 'platform_error'],
    [200, { ...GRANT, access_token: '' }, 'platform_error'],
    [200, { ...GRANT, expires_in: 0 }, 'platform_error'],
    [200, 'no JSON', 'platform_error'],
    [200, { ...GRANT, scope: `${consent.scope}.readonly` }, 'scope_missing'],
    [200, { ...GRANT, scope: undefined }, 'scope_missing'],
    [200, { ...GRANT, refresh_token: undefined }, 'no_lasting_access'],
  ])('status %i with %j is the refusal %s', async (status, body, reason) => {
    expect(await exchange(status, body)).toEqual({ kind: 'refused', reason });
  });

  it.each<[error: string, isKnown: boolean]>([
    ['invalid_client', false],
    ['unauthorized_client', false],
    ['invalid_grant', true],
    ['redirect_uri_mismatch', true],
  ])('the error %s for a code that does not exist shows that the client is known: %s', async (error, isKnown) => {
    served = { status: 400, body: { error } };
    expect(await isKnownClient(consent, CLIENT, ATTEMPT.redirectUri, tools())).toBe(isKnown);
  });
});
