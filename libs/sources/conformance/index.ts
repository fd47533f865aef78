/**
 * The questions that every platform is asked alike, over real HTTP against its sandbox platform: does it know its own
 * addresses and nobody else's, does it read each review once and newest first, and does it tell a page that blocks,
 * lies, breaks or ends early from one that has no reviews. Contract §4.6, §10.
 *
 * Each platform's folder has a `conformance.spec.ts` that calls `describeConformance`; registry.spec.ts fails where one
 * is missing.
 */
import { SourceRegistry } from '../registry';
import type { PlatformSource } from '../source';
import type { SandboxPlatform } from '../sandbox';
import { describeAddresses } from './ask-addresses';
import { describeEvidence } from './ask-evidence';
import { describeHostileDocuments } from './ask-hostile-documents';
import { describeMisbehaviour } from './ask-misbehaviour';
import { describeReading } from './ask-reading';
import { describeStopping } from './ask-stopping';
import { ConformanceBench, type ConformanceOptions } from './conformance-bench';

export type { ConformanceOptions } from './conformance-bench';

/** Declares the suite for one platform; to be called at the top level of a spec file. */
export function describeConformance(
  source: PlatformSource,
  platform: SandboxPlatform,
  options: ConformanceOptions,
): void {
  describe(`${source.facts.slug} keeps the contract of sources`, () => {
    const bench = new ConformanceBench(source, platform, options);
    beforeAll(async () => {
      await bench.sandbox.start();
    });
    afterAll(async () => {
      await bench.sandbox.stop();
    });
    beforeEach(() => bench.reset());

    describeFacts(source);
    describeAddresses(bench);
    describeReading(bench);
    describeMisbehaviour(bench);
    describeEvidence(bench);
    describeStopping(bench);
    describeHostileDocuments(bench);
  });
}

function describeFacts({ facts }: PlatformSource): void {
  describe('facts (§2.4)', () => {
    it('fit together', () => {
      expect(facts.slug).toMatch(/^[a-z0-9][a-z0-9-]{0,62}$/);
      expect(new URL(facts.baseUrl).protocol).toBe('https:');
      expect(facts.ratingScale).toBeGreaterThanOrEqual(1);
      expect(facts.hosts.length).toBeGreaterThan(0);
      for (const host of facts.hosts) expect(new URL(`https://${host}/`).hostname).toBe(host);
      expect(facts.replyMaxLength !== null).toBe(facts.replyLengthUnit !== null);
      if (facts.canPublishReply) expect(facts).toMatchObject({ hasReply: true, replyMaxLength: expect.any(Number) });
      expect(facts.politeness.concurrency).toBeGreaterThanOrEqual(1);
      expect(facts.politeness.dailyRequests).toBeGreaterThanOrEqual(1);
      expect(facts.politeness.minDelayMs).toBeGreaterThanOrEqual(0);
    });

    it('register', () => {
      expect(new SourceRegistry([{ facts, match: () => null, visit: neverVisited }]).bySlug(facts.slug)?.facts).toBe(
        facts,
      );
    });
  });
}

const neverVisited: PlatformSource['visit'] = () => {
  throw new Error('not visited');
};
