/**
 * The questions that every publisher is asked alike, over real HTTP against its sandbox platform: does it publish once
 * and what it was given, does it refuse what the platform cannot do, and does it tell a reply that was not sent from one
 * that may stand there already. Contract §4.5, §7.4.
 */
import type { SandboxPlatform } from '../sandbox';
import type { PlatformSource } from '../source';
import { hostOwnedBy } from '../url-tools';
import { describePublishFailures } from './ask-publish-failures';
import { describePublishing } from './ask-publishing';
import { describeSecrets } from './ask-secrets';
import { PublisherBench, type PublisherOptions } from './publisher-bench';

export type { PublisherOptions } from './publisher-bench';

/** Declares the suite for one platform's publisher; to be called at the top level of a spec file. */
export function describePublisherConformance(
  source: PlatformSource,
  platform: SandboxPlatform,
  options: PublisherOptions,
): void {
  describe(`${source.facts.slug} keeps the contract of publishers`, () => {
    const bench = new PublisherBench(source, platform, options);
    beforeAll(async () => {
      await bench.sandbox.start();
    });
    afterAll(async () => {
      await bench.sandbox.stop();
    });

    it('declares what it can and what it needs (§2.4, §4.5)', () => {
      const { facts, publisher } = source;
      expect(facts).toMatchObject({ canPublishReply: true, hasReply: true, replyMaxLength: expect.any(Number) });
      const names = (publisher?.credentialFields ?? []).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{1,40}$/);
      expect(Object.keys(options.credentials).filter((name) => !names.includes(name))).toEqual([]);
      expect((publisher?.hosts ?? []).filter((host) => !hostOwnedBy(host, facts.hosts))).toEqual([]);
    });

    describePublishing(bench);
    describePublishFailures(bench);
    describeSecrets(bench);
  });
}
