// cspell:disable
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@libs/database';
import { EventRelay } from '@libs/events/event-relay';
import { OutboxLeases } from '@libs/events/outbox-leases';
import { WakeupHandlers } from '@libs/queue';
import type { CollectedReview } from '@libs/sources';
import { aCollectedReview } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { aWebhook, deliveryHarness, type DeliveryHarness } from '@test/support/delivery-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { wordsInAllTables } from '@test/support/words-in-tables';

/** A review as a parser reads it. Its raw record is of the page. */
function read(
  author: string | null,
  reviewDate: string | null,
  text: string | null,
  more: Partial<CollectedReview> = {},
): CollectedReview {
  return aCollectedReview({
    ...{ externalId: null, author, reviewDate, text, datePrecision: 'day' },
    ...{ ratingOriginal: '4', rating: 4, raw: { '@type': 'Review', author: { name: author }, reviewBody: text } },
    ...more,
  });
}
const day = (n: number): string => `2026-05-${String(n).padStart(2, '0')}T00:00:00`;

/** The reviews of a page as an earlier parser read and stored them, and as they are read today. */
const PAGE: readonly (readonly [before: CollectedReview, today: CollectedReview])[] = [
  // Escapes in all parts.
  [read('Adax20Lovett', null, 'Itx27s bright x26 light'), read('Ada Lovett', day(2), "It's bright & light")],
  [read('x43lairex20Quartermaine', day(3), 'Worth 30x25 more'), read('Claire Quartermaine', day(3), 'Worth 30% more')],
  [read('u{42}ox20Harrington', day(4), null), read('Bo Harrington', day(4), null)],
  // Bytes of another charset.
  [
    read('\uFFFD\uFFFD\uFFFD\uFFFD', day(5), '\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD'),
    read('Иван', day(5), 'Тёплый чай'),
  ],
  // A name in another order, whose comma was not decoded.
  [read('Winterbournex2CCyrus', day(6), null), read('Cyrus Winterbourne', day(6), null)],
  // A rating with its scale, twice the same.
  [read(null, day(7), null, { ratingOriginal: '2', rating: 2 }), read(null, day(7), null)],
  [
    read(null, day(7), null, { ratingOriginal: '2', rating: 2, occurrence: 2 }),
    read(null, day(7), null, { occurrence: 2 }),
  ],
  // A date that was not read.
  [read('Dee', null, 'The light that I take to sea.'), read('Dee', day(8), 'The light that I take to sea.')],
  [read('Ed', null, null), read('Ed', day(9), null)],
  // The first part of a text, and a reply.
  [
    read('Fay', day(10), 'Heavy.'),
    read('Fay', day(10), 'Heavy.\n\nBut it lasts for years.', { replyText: 'Thank you' }),
  ],
  // Words that look like a reference.
  [read('Gil', day(11), 'Sturdy. ®ion: the coast'), read('Gil', day(11), 'Sturdy. &region: the coast')],
  // Nothing to mend.
  [read('Hal', day(12), 'As described.'), read('Hal', day(12), 'As described.')],
];
const UNMASKED = /Lovett|Quartermaine|Harrington|Winterbourne/i;

/** Contract §10.4: a mended parser changes texts, and never doubles reviews. */
describe('a page that an earlier version of its parser has read', () => {
  let fixture: StoreFixture;
  let database: Database;
  let collection: CollectionHarness;
  let webhooks: DeliveryHarness;
  let relay: EventRelay;
  let receiver: Server;
  let link: LinkFixture;
  let shown: readonly CollectedReview[];

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(
      async function* () {
        await Promise.resolve();
        yield { reviews: shown };
        return { coverage: 'window' };
      },
      { order: 'unordered', idStability: 'weak', rawPrivacy: { names: ['author.name'], drop: [] } },
    );
    collection = await collectionHarness(database, { platforms: [platform] });
    webhooks = await deliveryHarness(database);
    relay = new EventRelay(database, new OutboxLeases(database), webhooks.events, new WakeupHandlers());
    // Returns the body that it receives.
    receiver = createServer((request, response) => void request.pipe(response));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    link = await linkTo(database, SCRIPTED_SOURCE_ID);
  });
  afterAll(async () => {
    receiver.close();
    await webhooks?.close();
    await collection?.close();
    await fixture?.close();
  });

  const collect = async (reviews: readonly CollectedReview[]): Promise<number> => {
    shown = reviews;
    const { outcome, runId } = await collectOnce(collection, link);
    expect(outcome).toBe('success');
    await relay.poll();
    await webhooks.deliverDue();
    return runId;
  };
  const delivered = async (runId: number): Promise<Record<string, number>> => {
    const rows = await database.query<{ event: string; n: number }>(
      'select event_type as event, review_count as n from webhook_delivery where run_id = $1 and review_count is not null',
      [runId],
    );
    return Object.fromEntries(rows.map(({ event, n }) => [event, n]));
  };
  const kept = (): Promise<object[]> =>
    database.query(
      `select r.id, r.hidden_at, r.pinned_at, r.pin_position, r.first_seen_at, p.text as reply, p.state
       from review r left join review_reply p on p.review_id = r.id where r.link_id = $1 order by r.id`,
      [link.linkId],
    );

  it('keeps ids, marks, replies and history, sends no `reviews.new`, and leaves no unmasked name in any table', async () => {
    const port = (receiver.address() as AddressInfo).port;
    for (const schemaVersion of [2, 3] as const)
      await aWebhook(database, {
        ...{ accountId: link.accountId, schemaVersion, target: `http://127.0.0.1:${port}/` },
        eventTypes:
          schemaVersion === 2
            ? ['reviews.new', 'replies.new']
            : ['reviews.new', 'reviews.updated', 'replies.new', 'reviews.deleted'],
      });
    // One that never takes a delivery.
    await aWebhook(database, {
      accountId: link.accountId,
      schemaVersion: 3,
      target: 'http://127.0.0.1:1/',
      eventTypes: ['reviews.new'],
    });
    const first = await collect(PAGE.map(([before]) => before));
    expect(await delivered(first)).toEqual({ 'reviews.new': PAGE.length });
    expect(await wordsInAllTables(database, UNMASKED)).not.toEqual([]);
    await database.query(
      `update review set hidden_at = now() where author = 'x43lairex20Quartermaine';
       update review set pinned_at = now(), pin_position = 0 where author = 'Adax20Lovett'`,
    );
    await database.query(
      `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text, held_text, held_at)
       select account_id, id, object_id, link_id, source_id, '\\x00', 'published', 'publish', 'Thanks', 'Thanks', now()
       from review where author = 'Gil'`,
    );
    const before = await kept();

    const second = await collect(PAGE.map(([, today]) => today));
    expect(await kept()).toEqual(before);
    expect(await delivered(second)).toEqual({ 'reviews.updated': PAGE.length - 1, 'replies.new': 1 });
    const stored = await database.query(
      `select author, text, to_char(review_date, 'YYYY-MM-DD"T"HH24:MI:SS') as date, rating from review order by id`,
    );
    expect(stored).toEqual(
      PAGE.map(([, { author, text, reviewDate }]) => ({
        ...{ text, date: reviewDate, rating: 400 },
        author: author === null ? null : author.replace(/ (.).*/, ' $1.'),
      })),
    );
    expect(await wordsInAllTables(database, UNMASKED)).toEqual([]);

    // Nothing changes on the next pass.
    expect(await delivered(await collect(PAGE.map(([, today]) => today)))).toEqual({});
    expect(await kept()).toEqual(before);
  });
});
