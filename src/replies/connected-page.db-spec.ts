/**
 * Booking.com: the page is collected until the object is connected, then the API, which has other ids, then the page again. The reviews
 * stay the same (contract §2.3, §10, §4.5). Uses the real adapter, a real browser and the sandbox.
 */
import { builtInSources } from '@libs/sources';
import { SandboxServer } from '@libs/sources/sandbox';
import { bookingSandbox, propertyIdOf } from '@libs/sources/sandbox/booking';
import {
  collectOnce,
  collectionHarness,
  eventsOf,
  linkTo,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { hasBrowser } from '@test/support/real-browser';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

const BOOKING = 5;
const KEY = 'gb/old-mill';
const REVIEWS = 30;
const DAY_MS = 86_400_000;
const TEXT = 'Thank you for your stay';

const describeWithBrowser = hasBrowser ? describe : describe.skip;

describeWithBrowser(`a connected page of Booking.com${hasBrowser ? '' : ': skipped, no Chromium'}`, () => {
  const sandbox = new SandboxServer([bookingSandbox]);
  let fixture: StoreFixture;
  let collection: CollectionHarness;
  let replies: ReplyHarness;
  let link: LinkFixture;

  beforeAll(async () => {
    await sandbox.start();
    fixture = await storeFixture();
    const environment = {
      HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
      HREV_ENCRYPTION_KEY: '7e'.repeat(32),
      HREV_DELETION_CONFIRM_AFTER: '1ms',
    };
    collection = await collectionHarness(fixture.database, { environment });
    const booking = builtInSources.filter(({ facts }) => facts.slug === 'booking');
    replies = await replyHarness(fixture.database, environment, booking);
    for (let number = 0; number < REVIEWS; number += 1) {
      const publishedAt = new Date(Date.now() - (number + 1) * DAY_MS);
      sandbox.add('booking', KEY, { text: `Stay ${number}`, rating: 8, publishedAt });
    }
    link = await linkTo(fixture.database, BOOKING, { url: bookingSandbox.pageUrl(KEY) });
  });
  afterAll(async () => {
    await collection?.close();
    await replies?.close();
    await sandbox.stop();
    await fixture?.close();
  });

  const storedReviews = (): Promise<{ id: number; external_id: string; version: string; deleted_at: Date | null }[]> =>
    fixture.database.query(
      'select id::int, external_id, xmin::text as version, deleted_at from review where link_id = $1 order by id',
      [link.linkId],
    );
  const connect = (): Promise<{ readonly id: number }> =>
    replies.connections.add(link.accountId, link.objectId, 'booking', {
      property_id: propertyIdOf(KEY),
      client_id: 'me',
      client_secret: 'secret',
    });
  const hostsRequested = (): string[] => [...new Set(sandbox.requests.map(({ url }) => new URL(url).hostname))];
  let connectionId: number;
  /** Runs a collection and relays its events; returns their names. */
  const collect = async (full: boolean): Promise<string[]> => {
    const report = await collectOnce(collection, link, full);
    expect(report).toMatchObject({ outcome: 'success' });
    const events = await eventsOf(fixture.database, report.runId);
    const runFinished = events.find(({ event }) => event === 'CollectionRunFinished');
    const objectIds = runFinished?.payload['object_ids'] as number[];
    expect(objectIds).toEqual([link.objectId]);
    await fixture.database.transaction(() => replies.confirming.afterRuns(link.accountId, objectIds));
    return events.map(({ event }) => event);
  };

  it('collects the same reviews from the API after it is connected, without changes and events', async () => {
    await collect(true);
    const before = await storedReviews();
    expect(before.map(({ external_id }) => external_id).sort()).toEqual(
      sandbox
        .listing('booking', KEY)
        .reviews.map(({ id }) => id)
        .sort(),
    );
    connectionId = (await connect()).id;
    for (const full of [false, true, true]) {
      sandbox.requests.length = 0;
      expect(await collect(full)).toEqual(['CollectionRunFinished']);
      expect(hostsRequested()).toContain('supply-xml.booking.com');
      expect(hostsRequested()).not.toContain('www.booking.com');
    }
    expect(await storedReviews()).toEqual(before);
  });

  it('gets a reply through the API, which is confirmed when a run finds it there', async () => {
    const [review] = await storedReviews();
    if (review === undefined) throw new Error('no review was collected');
    await replies.replies.put(replies.caller(link.accountId), review.id, TEXT);
    await replies.work();
    const sandboxReplies = sandbox.replies('booking');
    expect(sandboxReplies.published(review.external_id, TEXT)).toBe(1);
    expect(await replies.row(review.id)).toMatchObject({ state: 'published', confirmed_at: null });
    await collect(true);
    expect(await replies.row(review.id)).toMatchObject({ state: 'published', confirmed_at: null });
    expect(await replies.reviewRow(review.id)).toMatchObject({ reply_text: null });

    sandboxReplies.approve(review.external_id);
    await collect(true);
    expect(await replies.reviewRow(review.id)).toMatchObject({ reply_text: TEXT, deleted_at: null });
    expect(await replies.row(review.id)).toMatchObject({
      state: 'published',
      confirmed_at: expect.any(Date) as Date,
      in_doubt_since: null,
    });
    expect(await storedReviews()).toHaveLength(REVIEWS);
    expect(sandboxReplies.published(review.external_id)).toBe(1);
  });

  it('collects the same reviews from the page after the connection is removed', async () => {
    const before = await storedReviews();
    await replies.connections.remove(link.accountId, connectionId);
    for (const full of [true, true]) {
      sandbox.requests.length = 0;
      await collect(full);
      expect(hostsRequested()).toEqual(['www.booking.com']);
    }
    const after = await storedReviews();
    expect(after.map(({ id, external_id }) => ({ id, external_id }))).toEqual(
      before.map(({ id, external_id }) => ({ id, external_id })),
    );
    expect(after.filter(({ deleted_at }) => deleted_at !== null)).toEqual([]);
    expect(await replies.reviewRow(after[0]?.id ?? 0)).toMatchObject({ reply_text: TEXT });
  });
});
