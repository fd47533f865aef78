/** Assertions for access tokens, and key files that are refused. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { TokenRefused, type TokenHolder, type TokenRequest } from '../../access/access-tokens';
import { KEY_OF_RUN, keyFile } from '../../conformance/google-key-file';
import { isKeyFile } from '../../access/service-account';
import { playTokens } from './developer-api';

function holderOf(serviceAccount: string): TokenHolder {
  return {
    credentials: { service_account: serviceAccount },
    saveCredentials: () => Promise.resolve(),
    now: new Date(),
    signal: new AbortController().signal,
  };
}

async function requestOf(serviceAccount: string): Promise<TokenRequest> {
  const requests: TokenRequest[] = [];
  await playTokens.token(holderOf(serviceAccount), (request) => {
    requests.push(request);
    return Promise.resolve({ status: 200, headers: {}, body: '{"access_token":"a-token","expires_in":3599}' });
  });
  const [request] = requests;
  if (request === undefined) throw new Error('no request was sent');
  return request;
}

const decoded = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

describe('access with a service account (RFC 7523)', () => {
  it('sends a signed assertion to the address of Google', async () => {
    const { url, body } = await requestOf(keyFile('signs'));
    expect(url).toBe('https://oauth2.googleapis.com/token');
    const form = new URLSearchParams(body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [header, claims, signature] = (form.get('assertion') ?? '').split('.');
    expect(decoded(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'a-key-id' });
    expect(decoded(claims)).toEqual({
      iss: 'signs@example.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/androidpublisher',
      aud: 'https://oauth2.googleapis.com/token',
      iat: expect.any(Number) as unknown,
      exp: expect.any(Number) as unknown,
    });
    const { iat, exp } = decoded(claims) as { iat: number; exp: number };
    expect([Math.abs(iat - Date.now() / 1000) < 60, exp - iat]).toEqual([true, 3_600]);
    const signed = Buffer.from(`${header}.${claims}`);
    expect(verify('RSA-SHA256', signed, KEY_OF_RUN, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
  });

  it('omits the id of a key file that has none', async () => {
    const { body } = await requestOf(keyFile('plain', { private_key_id: undefined }));
    const [header] = (new URLSearchParams(body).get('assertion') ?? '').split('.');
    expect(decoded(header)).toEqual({ alg: 'RS256', typ: 'JWT' });
  });

  it.each<[string, string]>([
    ['that is empty', ''],
    ['that is not JSON', 'key.json'],
    ['that is a list', '[]'],
    ['without an address', keyFile('a', { client_email: undefined })],
    ['without a key', keyFile('a', { private_key: '' })],
    ['with a key that is not PEM', keyFile('a', { private_key: 'secret' })],
    ['with a key of another kind', keyFile('a', { private_key: ec })],
    ['with another address of tokens', keyFile('a', { token_uri: 'https://tokens.example/token' })],
    ['without an address of tokens', keyFile('a', { token_uri: undefined })],
  ])('refuses a key file %s without a request', async (_what, text) => {
    expect(isKeyFile(text)).toBe(false);
    const send = jest.fn();
    const failure: unknown = await playTokens.token(holderOf(text), send).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TokenRefused);
    expect(String(failure)).not.toContain('secret');
    expect(send).not.toHaveBeenCalled();
  });

  it('refuses a key whose signatures would take long', () => {
    // The modulus of the key has 4104 bits; making such a key takes a second or more.
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4_104 });
    expect(isKeyFile(keyFile('a', { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }))).toBe(false);
    expect(isKeyFile(keyFile('a'))).toBe(true);
  });
});
