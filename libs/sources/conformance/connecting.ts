/**
 * The conformance suite of connections without a publisher, over real HTTP against the sandbox platform: `check` accepts the right
 * credentials, refuses others with the class that the service expects, and returns no secret.
 */
import { AccessRevoked, CardNotYours, NotSent } from '../publish-errors';
import type { Credentials } from '../publisher';
import type { SandboxPlatform } from '../sandbox';
import type { PlatformSource } from '../source';
import { hostOwnedBy } from '../url-tools';
import { PublisherFixture, publishFailureOf, type PublisherOptions } from './publisher-fixture';

export type ConnectingOptions = Pick<
  PublisherOptions,
  'key' | 'canonicalUrl' | 'card' | 'foreignUrl' | 'credentials' | 'wrongCredentials'
>;

/** Declares the suite for the connections of one platform; call it at the top level of a spec file. */
export function describeConnectingConformance(
  source: PlatformSource,
  platform: SandboxPlatform,
  options: ConnectingOptions,
): void {
  const fixture = new PublisherFixture(source, platform, { ...options, usesTokens: false, moderates: false });
  const check = (url: string, credentials: Credentials): Promise<{ card: string; name: string | null }> =>
    fixture.connecting.check(url, fixture.tools({ credentials }));

  describe(`${source.facts.slug} conforms to the contract of connections`, () => {
    beforeAll(async () => {
      await fixture.sandbox.start();
    });
    afterAll(async () => {
      await fixture.sandbox.stop();
    });
    beforeEach(() => {
      fixture.reset();
      fixture.sandbox.behave(fixture.slug, options.key, 'normal');
    });

    it('declares its credential fields, at least one of them secret, and hosts of its own (contract §4.5)', () => {
      const { hosts, credentialFields } = fixture.connecting;
      const names = credentialFields.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{1,40}$/);
      expect(Object.keys(options.credentials).filter((name) => !names.includes(name))).toEqual([]);
      expect(credentialFields.some(({ secret }) => secret)).toBe(true);
      expect(hosts.filter((host) => !hostOwnedBy(host, source.facts.hosts))).toEqual([]);
    });

    it('returns the card and its name, and only reads', async () => {
      await expect(check(options.canonicalUrl, options.credentials)).resolves.toEqual({
        card: options.card,
        name: 'Orchard & Quill',
      });
      expect(fixture.sandbox.requests.length).toBeGreaterThan(0);
      expect(fixture.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    });

    it('refuses wrong and revoked credentials with AccessRevoked', async () => {
      expectRefusal(
        await publishFailureOf(check(options.canonicalUrl, options.wrongCredentials)),
        AccessRevoked,
        options,
      );
      fixture.replies.access = 'revoked';
      expectRefusal(await publishFailureOf(check(options.canonicalUrl, options.credentials)), AccessRevoked, options);
    });

    it('refuses credentials that do not open the object with CardNotYours', async () => {
      expectRefusal(await publishFailureOf(check(options.foreignUrl, options.credentials)), CardNotYours, options);
    });

    it.each(['throttled', 'error', 'broken'] as const)(
      'reports responses that are %s as NotSent',
      async (behaviour) => {
        fixture.sandbox.behave(fixture.slug, options.key, behaviour);
        expectRefusal(await publishFailureOf(check(options.canonicalUrl, options.credentials)), NotSent, options);
      },
    );

    it('sends no request after the signal was aborted', async () => {
      const tools = fixture.tools({ signal: AbortSignal.abort() });
      await publishFailureOf(fixture.connecting.check(options.canonicalUrl, tools));
      expect(fixture.sandbox.requests).toEqual([]);
    });
  });
}

function expectRefusal(
  error: Error,
  type: abstract new (...parameters: never[]) => Error,
  { credentials, wrongCredentials }: ConnectingOptions,
): void {
  expect([error.message, error]).toEqual([error.message, expect.any(type)]);
  for (const secret of [...Object.values(credentials), ...Object.values(wrongCredentials)])
    expect(error.message).not.toContain(secret);
}
