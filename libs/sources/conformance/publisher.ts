/**
 * The conformance suite of all publishers, over real HTTP against their sandbox platforms. It checks that a publisher publishes a
 * reply once and unchanged, refuses operations that the platform does not support, and distinguishes a reply that was not sent
 * from a reply that may have been stored. Contract §4.5, §7.4.
 */
import type { SandboxPlatform } from '../sandbox';
import type { PlatformSource } from '../source';
import { requestHostsOf } from '../source-addresses';
import { hostOwnedBy } from '../url-tools';
import { describePublishFailures } from './describe-publish-failures';
import { describePublishing } from './describe-publishing';
import { describeSecrets } from './describe-secrets';
import { PublisherFixture, type PublisherOptions } from './publisher-fixture';

export type { PublisherOptions } from './publisher-fixture';

/** Declares the suite for one platform's publisher; call it at the top level of a spec file. */
export function describePublisherConformance(
  source: PlatformSource,
  platform: SandboxPlatform,
  options: PublisherOptions,
): void {
  describe(`${source.facts.slug} conforms to the contract of publishers`, () => {
    const fixture = new PublisherFixture(source, platform, options);
    beforeAll(async () => {
      await fixture.sandbox.start();
    });
    afterAll(async () => {
      await fixture.sandbox.stop();
    });

    it('declares its abilities and credential fields (contract §2.4, §4.5)', () => {
      const { facts, connecting } = source;
      expect(facts).toMatchObject({ canPublishReply: true, hasReply: true, replyMaxLength: expect.any(Number) });
      const names = (connecting?.credentialFields ?? []).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{1,40}$/);
      expect(Object.keys(options.credentials).filter((name) => !names.includes(name))).toEqual([]);
      expect((connecting?.hosts ?? []).filter((host) => !hostOwnedBy(host, requestHostsOf(facts)))).toEqual([]);
    });

    describePublishing(fixture);
    describePublishFailures(fixture);
    describeSecrets(fixture);
  });
}
