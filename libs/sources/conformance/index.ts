/**
 * The conformance suite of all platforms, over real HTTP against their sandbox platforms. It checks that an adapter recognizes
 * only its platform's addresses, reads each review once and newest first, and distinguishes a page without reviews from a page
 * that is blocked, wrong, broken or truncated. Contract §4.6, §10.
 *
 * Each platform's folder has a `conformance.spec.ts` that calls `describeConformance`; registry.spec.ts fails if one is missing.
 */
import { SourceRegistry } from '../registry';
import { roadsOf } from '../roads';
import type { PlatformSource } from '../source';
import { requestHostsOf } from '../source-addresses';
import type { SandboxPlatform } from '../sandbox';
import { describeAddresses } from './describe-addresses';
import { describeEvidence } from './describe-evidence';
import { describeForeignShapes } from './describe-foreign-shapes';
import { describeHostileDocuments } from './describe-hostile-documents';
import { describeMisbehaviour } from './describe-misbehaviour';
import { describeReading } from './describe-reading';
import { describeStopping } from './describe-stopping';
import { ConformanceFixture, type ConformanceOptions } from './conformance-fixture';

export type { ConformanceOptions, FixtureResponse } from './conformance-fixture';

/** Declares the suite for one platform; call it at the top level of a spec file. */
export function describeConformance(
  source: PlatformSource,
  platform: SandboxPlatform,
  options: ConformanceOptions,
): void {
  const fixture = new ConformanceFixture(source, platform, options);
  describe(`${source.facts.slug} (${fixture.road.name}) conforms to the contract of sources`, () => {
    beforeAll(async () => {
      await fixture.sandbox.start();
    });
    afterAll(async () => {
      await fixture.sandbox.stop();
    });
    beforeEach(() => fixture.reset());

    describeFacts(source);
    describeAddresses(fixture);
    describeReading(fixture);
    describeMisbehaviour(fixture);
    describeEvidence(fixture);
    describeStopping(fixture);
    describeHostileDocuments(fixture);
    describeForeignShapes(fixture);
  });
}

function describeFacts(source: PlatformSource): void {
  const { facts } = source;
  describe('facts (contract §2.4)', () => {
    it('are consistent', () => {
      expect(facts.slug).toMatch(/^[a-z0-9][a-z0-9-]{0,62}$/);
      expect(new URL(facts.baseUrl).protocol).toBe('https:');
      expect(facts.ratingScale).toBeGreaterThanOrEqual(1);
      expect(facts.hosts.length).toBeGreaterThan(0);
      for (const host of requestHostsOf(facts)) expect(new URL(`https://${host}/`).hostname).toBe(host);
      expect(facts.replyMaxLength !== null).toBe(facts.replyLengthUnit !== null);
      if (facts.canPublishReply) expect(facts).toMatchObject({ hasReply: true, replyMaxLength: expect.any(Number) });
      expect(facts.politeness.concurrency).toBeGreaterThanOrEqual(1);
      expect(facts.politeness.dailyRequests).toBeGreaterThanOrEqual(1);
      expect(facts.politeness.minDelayMs).toBeGreaterThanOrEqual(0);
    });

    it('name each road once, and how objects are connected', () => {
      const names = roadsOf(source).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(0);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z-]{0,30}$/);
      const isConnected = source.publisher !== undefined || (source.ownerRoads ?? []).length > 0;
      expect(source.connecting !== undefined).toBe(isConnected);
      expect(source.publisher !== undefined).toBe(facts.canPublishReply);
    });

    it('declares sets of credentials of which one can be chosen', () => {
      const { alternatives, credentialFields } = source.connecting ?? { credentialFields: [] };
      const sets = alternatives ?? [];
      const used = sets.flatMap(({ required, optional }) => [...required, ...(optional ?? [])]);
      const free = credentialFields.filter(({ required }) => !required).map(({ name }) => name);
      expect(sets.length).not.toBe(1);
      expect(new Set(sets.map(({ title }) => title)).size).toBe(sets.length);
      expect(sets.filter(({ required }) => required.length === 0)).toEqual([]);
      expect(new Set(used).size).toBe(used.length);
      expect(used.filter((name) => !free.includes(name))).toEqual([]);
    });

    it('can be registered', () => {
      expect(new SourceRegistry([{ facts, match: () => null }]).bySlug(facts.slug)?.facts).toBe(facts);
    });
  });
}
