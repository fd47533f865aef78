/**
 * Calls that go wrong (contract §4.5): the failure says what became of the reply, and never says
 * "not sent" of one that the platform took.
 */
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
import { publishFailureOf, TEXT, type PublisherBench } from './publisher-bench';

type Failure = abstract new (...given: never[]) => PublishError;

interface Case {
  readonly behaviour: SandboxReplyBehaviour;
  readonly failure: Failure;
  /** How often the platform took the text. */
  readonly taken: 0 | 1;
}

const CASES: readonly Case[] = [
  { behaviour: 'reject', failure: TextRejected, taken: 0 },
  { behaviour: 'throttled', failure: NotSent, taken: 0 },
  { behaviour: 'unavailable', failure: NotSent, taken: 0 },
  { behaviour: 'cut_before', failure: OutcomeUnknown, taken: 0 },
  { behaviour: 'cut_after', failure: OutcomeUnknown, taken: 1 },
  { behaviour: 'late', failure: OutcomeUnknown, taken: 1 },
  { behaviour: 'error', failure: OutcomeUnknown, taken: 0 },
  { behaviour: 'error_after', failure: OutcomeUnknown, taken: 1 },
  { behaviour: 'garbled', failure: OutcomeUnknown, taken: 1 },
];

export function describePublishFailures(bench: PublisherBench): void {
  describe('what may have been done', () => askOutcomes(bench));
  describe('what never left', () => askNotSent(bench));
  describe('refusals (§7.4)', () => askRefusals(bench));
}

function askOutcomes(bench: PublisherBench): void {
  const { publisher } = bench;

  it.each(CASES)('$behaviour: the platform took it $taken times', async ({ behaviour, failure, taken }) => {
    const review = bench.reset();
    await bench.readBack(review);
    bench.replies.behave(behaviour, { times: 1, delayMs: 30_000 });
    const error = await publishFailureOf(bench.publish(review, TEXT, behaviour === 'late' ? { timeoutMs: 700 } : {}));
    expect([behaviour, error.name]).toEqual([behaviour, failure.name]);
    expect(bench.replies.published(review.id)).toBe(taken);
    if (behaviour === 'throttled' || behaviour === 'unavailable') expect(error).toMatchObject({ retryAfterMs: 1000 });
    // And now the platform can be asked what it holds.
    if (taken === 1 && publisher.moderated) bench.replies.approve(review.id);
    const empty = publisher.moderated ? 'unknown' : 'none';
    expect(await bench.readBack(review)).toMatchObject(taken === 1 ? { kind: 'held', text: TEXT } : { kind: empty });
  });

  it('a call that is stopped while the platform works on it may have been done', async () => {
    const review = bench.reset();
    await bench.readBack(review);
    bench.replies.behave('late', { times: 1, delayMs: 30_000 });
    const stop = new AbortController();
    const call = publishFailureOf(bench.publish(review, TEXT, { signal: stop.signal }));
    while (bench.replies.published(review.id) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect(await call).toBeInstanceOf(OutcomeUnknown);
  });
}

function askNotSent(bench: PublisherBench): void {
  it('to a platform that cannot be reached', async () => {
    const review = bench.reset();
    await bench.readBack(review);
    const closed = new SandboxServer([bench.platform]);
    const origin = await closed.start();
    await closed.stop();
    expect(await publishFailureOf(bench.publish(review, TEXT, { origin }))).toBeInstanceOf(NotSent);
  });

  it('after the caller was stopped', async () => {
    const review = bench.reset();
    expect(await publishFailureOf(bench.publish(review, TEXT, { signal: AbortSignal.abort() }))).toBeInstanceOf(
      NotSent,
    );
    expect(bench.sandbox.requests).toEqual([]);
  });

  it('once the caller may write no more (ADR 17)', async () => {
    const review = bench.reset();
    await bench.readBack(review);
    const beforeWrite = (): never => {
      throw new Error('its time is over');
    };
    const tools = bench.tools({ beforeWrite });
    const { publisher } = bench;
    const calls = [() => publisher.publish(bench.addressOf(review), TEXT, tools)];
    if (publisher.canDelete) calls.push(() => publisher.remove(bench.addressOf(review), tools) as Promise<never>);
    for (const call of calls) expect(await publishFailureOf(call())).toBeInstanceOf(TooLate);
    expect(bench.replies.publications).toEqual([]);
    // Asking changes nothing, and is never too late.
    expect(await publisher.readBack(bench.addressOf(review), tools)).toMatchObject({
      kind: publisher.moderated ? 'unknown' : 'none',
    });
  });

  it('a question that is answered with a fault changes nothing', async () => {
    const review = bench.reset();
    bench.replies.behave('down');
    expect(await publishFailureOf(bench.readBack(review))).toBeInstanceOf(NotSent);
    expect(bench.replies.publications).toEqual([]);
  });
}

function askRefusals(bench: PublisherBench): void {
  const { publisher } = bench;
  const calls = (): readonly (() => Promise<unknown>)[] => {
    const review = bench.sandbox.listing(bench.slug, bench.options.key).reviews[0];
    if (review === undefined) throw new Error('the sandbox lost the review');
    const remove = publisher.canDelete ? [() => publisher.remove(bench.addressOf(review), bench.tools())] : [];
    return [() => bench.publish(review), () => bench.readBack(review), ...remove];
  };

  it.each<['revoked' | 'foreign', Failure]>([
    ['revoked', AccessRevoked],
    ['foreign', CardNotYours],
  ])('access that is %s', async (access, failure) => {
    const review = bench.reset();
    await bench.readBack(review);
    bench.replies.access = access;
    for (const call of calls()) expect((await publishFailureOf(call())).name).toBe(failure.name);
    expect(bench.replies.publications).toEqual([]);
  });

  it('a review that is gone', async () => {
    const review = bench.reset();
    const address = bench.addressOf(review);
    bench.sandbox.drop(bench.slug, bench.options.key, review.id);
    if (bench.options.foundByLooks === true) {
      expect(await publishFailureOf(publisher.publish(address, TEXT, bench.tools()))).toBeInstanceOf(PlatformRefused);
      expect(await publishFailureOf(publisher.readBack(address, bench.tools()))).toBeInstanceOf(PlatformRefused);
      return;
    }
    expect(await publishFailureOf(publisher.publish(address, TEXT, bench.tools()))).toBeInstanceOf(ReviewGone);
    expect(await publisher.readBack(address, bench.tools())).toEqual({ kind: 'review_gone' });
    if (publisher.canDelete) await publisher.remove(address, bench.tools());
  });

  it('an id that would lead elsewhere leads nowhere', async () => {
    const review = bench.reset();
    const externalId = '../../x?y#z';
    const address = bench.addressOf(review, { externalId, raw: {} });
    expect(await publishFailureOf(publisher.publish(address, TEXT, bench.tools()))).toBeInstanceOf(PublishError);
    expect(bench.replies.publications).toEqual([]);
    expect(bench.sandbox.requests.filter(({ url }) => new URL(url).pathname.endsWith('/x'))).toEqual([]);
  });
}
