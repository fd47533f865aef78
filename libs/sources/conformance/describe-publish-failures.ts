/** Failing calls (contract §4.5): the error states the outcome, and is never `NotSent` for a reply that the platform stored. */
import {
  AccessRevoked,
  CardNotYours,
  NotSent,
  OutcomeUnknown,
  PlatformRefused,
  PublishError,
  ReviewGone,
  TextRejected,
  TooLate,
} from '../publish-errors';
import type { SandboxReplyBehaviour } from '../sandbox';
import { SandboxServer } from '../sandbox';
import { publishFailureOf, TEXT, type PublisherFixture } from './publisher-fixture';

type Failure = abstract new (...parameters: never[]) => PublishError;

interface Case {
  readonly behaviour: SandboxReplyBehaviour;
  readonly failure: Failure;
  /** How many times the platform stored the text. */
  readonly storedCount: 0 | 1;
}

const CASES: readonly Case[] = [
  { behaviour: 'reject', failure: TextRejected, storedCount: 0 },
  { behaviour: 'throttled', failure: NotSent, storedCount: 0 },
  { behaviour: 'unavailable', failure: NotSent, storedCount: 0 },
  { behaviour: 'cut_before', failure: OutcomeUnknown, storedCount: 0 },
  { behaviour: 'cut_after', failure: OutcomeUnknown, storedCount: 1 },
  { behaviour: 'late', failure: OutcomeUnknown, storedCount: 1 },
  { behaviour: 'error', failure: OutcomeUnknown, storedCount: 0 },
  { behaviour: 'error_after', failure: OutcomeUnknown, storedCount: 1 },
  { behaviour: 'garbled', failure: OutcomeUnknown, storedCount: 1 },
];

export function describePublishFailures(fixture: PublisherFixture): void {
  describe('unknown outcomes', () => testOutcomes(fixture));
  describe('requests that are not sent', () => testNotSent(fixture));
  describe('refusals (contract §7.4)', () => testRefusals(fixture));
}

function testOutcomes(fixture: PublisherFixture): void {
  const { publisher } = fixture;

  it.each(CASES)(
    'throws the matching error for "$behaviour" (texts stored: $storedCount)',
    async ({ behaviour, failure, storedCount }) => {
      const review = fixture.reset();
      await fixture.readBack(review);
      fixture.replies.behave(behaviour, { times: 1, delayMs: 30_000 });
      const error = await publishFailureOf(
        fixture.publish(review, TEXT, behaviour === 'late' ? { timeoutMs: 700 } : {}),
      );
      expect([behaviour, error.name]).toEqual([behaviour, failure.name]);
      expect(fixture.replies.published(review.id)).toBe(storedCount);
      if (behaviour === 'throttled' || behaviour === 'unavailable') expect(error).toMatchObject({ retryAfterMs: 1000 });
      // The platform's state can be read back.
      if (storedCount === 1 && publisher.moderated) fixture.replies.approve(review.id);
      const kindWithoutReply = publisher.moderated ? 'unknown' : 'none';
      expect(await fixture.readBack(review)).toMatchObject(
        storedCount === 1 ? { kind: 'found', text: TEXT } : { kind: kindWithoutReply },
      );
    },
  );

  it('throws OutcomeUnknown for a call that is aborted while the platform processes it', async () => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.replies.behave('late', { times: 1, delayMs: 30_000 });
    const stop = new AbortController();
    const call = publishFailureOf(fixture.publish(review, TEXT, { signal: stop.signal }));
    while (fixture.replies.published(review.id) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect(await call).toBeInstanceOf(OutcomeUnknown);
  });
}

function testNotSent(fixture: PublisherFixture): void {
  it('throws NotSent if the platform cannot be reached', async () => {
    const review = fixture.reset();
    await fixture.readBack(review);
    const closed = new SandboxServer([fixture.platform]);
    const origin = await closed.start();
    await closed.stop();
    expect(await publishFailureOf(fixture.publish(review, TEXT, { origin }))).toBeInstanceOf(NotSent);
  });

  it('throws NotSent if the caller was aborted', async () => {
    const review = fixture.reset();
    expect(await publishFailureOf(fixture.publish(review, TEXT, { signal: AbortSignal.abort() }))).toBeInstanceOf(
      NotSent,
    );
    expect(fixture.sandbox.requests).toEqual([]);
  });

  it('throws TooLate for write requests if the lease of the caller has expired (ADR 17)', async () => {
    const review = fixture.reset();
    await fixture.readBack(review);
    const beforeWrite = (): never => {
      throw new Error('the lease has expired');
    };
    const tools = fixture.tools({ beforeWrite });
    const { publisher } = fixture;
    const publishing = publisher.publish(fixture.addressOf(review), TEXT, tools);
    expect(await publishFailureOf(publishing)).toBeInstanceOf(TooLate);
    review.reply = { text: 'An earlier reply.', at: new Date() };
    if (publisher.canDelete) {
      const removing = publisher.remove(fixture.addressOf(review), tools);
      expect(await publishFailureOf(removing)).toBeInstanceOf(TooLate);
    }
    expect(fixture.replies.publications).toEqual([]);
    // A read is allowed without a lease.
    expect(await publisher.readBack(fixture.addressOf(review), tools)).toMatchObject({ kind: 'found' });
  });

  it('throws NotSent for a failed read', async () => {
    const review = fixture.reset();
    fixture.replies.behave('down');
    expect(await publishFailureOf(fixture.readBack(review))).toBeInstanceOf(NotSent);
    expect(fixture.replies.publications).toEqual([]);
  });
}

function testRefusals(fixture: PublisherFixture): void {
  const { publisher } = fixture;
  const calls = (): readonly (() => Promise<unknown>)[] => {
    const review = fixture.sandbox.listing(fixture.slug, fixture.options.key).reviews[0];
    if (review === undefined) throw new Error('the sandbox lost the review');
    const remove = publisher.canDelete ? [() => publisher.remove(fixture.addressOf(review), fixture.tools())] : [];
    return [() => fixture.publish(review), () => fixture.readBack(review), ...remove];
  };

  it.each<['revoked' | 'foreign', Failure]>([
    ['revoked', AccessRevoked],
    ['foreign', CardNotYours],
  ])('throws the matching error for access that is %s', async (access, failure) => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.replies.access = access;
    for (const call of calls()) expect((await publishFailureOf(call())).name).toBe(failure.name);
    expect(fixture.replies.publications).toEqual([]);
  });

  it('throws ReviewGone for a deleted review', async () => {
    const review = fixture.reset();
    const address = fixture.addressOf(review);
    fixture.sandbox.drop(fixture.slug, fixture.options.key, review.id);
    if (fixture.options.foundByContent === true) {
      expect(await publishFailureOf(publisher.publish(address, TEXT, fixture.tools()))).toBeInstanceOf(PlatformRefused);
      expect(await publishFailureOf(publisher.readBack(address, fixture.tools()))).toBeInstanceOf(PlatformRefused);
      return;
    }
    if (fixture.options.findsRecentOnly === true) {
      expect(await publishFailureOf(publisher.publish(address, TEXT, fixture.tools()))).toBeInstanceOf(PlatformRefused);
      expect(await publisher.readBack(address, fixture.tools())).toEqual({ kind: 'unknown' });
      return;
    }
    expect(await publishFailureOf(publisher.publish(address, TEXT, fixture.tools()))).toBeInstanceOf(ReviewGone);
    expect(await publisher.readBack(address, fixture.tools())).toEqual({ kind: 'review_gone' });
    if (publisher.canDelete) await publisher.remove(address, fixture.tools());
  });

  it('does not change the request path for an id with path characters', async () => {
    const review = fixture.reset();
    const externalId = '../../x?y#z';
    const idOnOwnerRoad = fixture.options.idOnOwnerRoadOf === undefined ? null : externalId;
    const address = fixture.addressOf(review, { externalId, idOnOwnerRoad, raw: {} });
    expect(await publishFailureOf(publisher.publish(address, TEXT, fixture.tools()))).toBeInstanceOf(PublishError);
    expect(fixture.replies.publications).toEqual([]);
    expect(fixture.sandbox.requests.filter(({ url }) => new URL(url).pathname.endsWith('/x'))).toEqual([]);
  });
}
