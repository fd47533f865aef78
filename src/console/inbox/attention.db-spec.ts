import type { Selection } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import { AnalyticsService } from '@src/analytics/analytics.service';
import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { rowsRead } from '@test/support/rows-read';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { AttentionService, type Attention } from './attention.service';
import type { AttentionItem } from './domain/attention';

const ACCOUNT: Selection = { kind: 'account' };

describe('what needs attention', () => {
  let app: TestApp;
  let attention: AttentionService;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_TRIAL_REVIEWS_PER_LINK: '3' } });
    attention = app.app.get(AttentionService, { strict: false });
  });
  afterAll(() => app?.close());

  const newAccount = async (plan: 'full' | 'trial' = 'full'): Promise<number> =>
    (await app.anAccount({ plan })).accountId;
  const linkOf = (accountId: number, sourceId = 1, objectId?: number): Promise<LinkFixture> =>
    aLink(app.database, objectId === undefined ? { accountId, sourceId } : { accountId, sourceId, objectId });
  const read = async (accountId: number, selection: Selection = ACCOUNT): Promise<Attention> => {
    const { entitlements } = await app.app.get(AccountsService).find(accountId);
    return attention.read({ accountId, entitlements }, selection);
  };
  const itemsOf = async (accountId: number, selection: Selection = ACCOUNT): Promise<readonly AttentionItem[]> =>
    (await read(accountId, selection)).items;
  const collected = (link: LinkFixture, changes: string): Promise<unknown> =>
    app.database.query(`update link_collection set ${changes} where link_id = $1`, [link.linkId]);
  const review = (
    link: LinkFixture,
    day: number,
    rating: number | null,
    more: Partial<ReviewSeed> = {},
  ): ReviewSeed => ({
    ...link,
    reviewDate: `2026-10-${String(day).padStart(2, '0')}T12:00:00`,
    rating,
    ...more,
  });
  const replyTo = async (link: LinkFixture, error: string | null): Promise<void> => {
    const [id] = await insertReviews(app.database, [review(link, 1, 5)]);
    await app.database.query(
      `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text, error, accepted_at)
       values ($1, $2, $3, $4, $5, '\\x00', case when $6::text is null then 'pending' else 'failed' end, 'publish', 'Thanks', $6,
         '2026-11-20T08:00:00Z')`,
      [link.accountId, id, link.objectId, link.linkId, link.sourceId, error],
    );
  };

  it('is nothing in an account without objects', async () => {
    expect(await read(await newAccount())).toEqual({
      items: [],
      collection: {
        links: 0,
        upToDate: 0,
        completeness: null,
        lastAt: null,
        nextAt: null,
        day: { read: 0, new: 0, changed: 0, gone: 0 },
      },
    });
  });

  it('unanswered: counts negative reviews without a reply, as the summary does', async () => {
    const accountId = await newAccount();
    const [one, two] = [await linkOf(accountId), await linkOf(accountId)];
    const removed = await linkOf(accountId, 2, one.objectId);
    await insertReviews(app.database, [
      review(one, 9, 1),
      review(two, 7, 2.5),
      review(two, 8, 1),
      review(two, 4, 3),
      review(two, 3, null),
      review(two, 2, 1, { replyText: 'Sorry' }),
      review(two, 1, 1, { deletedAt: '2026-11-01T00:00:00Z' }),
      review(two, 6, 1, { hiddenAt: '2026-11-01T00:00:00Z' }),
      review(one, 1, 1, { reviewDate: null }),
      review(removed, 1, 1),
    ]);
    await app.database.query('update link set deleted_at = now() where id = $1', [removed.linkId]);
    const [item] = await itemsOf(accountId);
    expect(item).toEqual({
      kind: 'unanswered',
      severity: 'warn',
      actor: 'you',
      reason: null,
      frozen: 0,
      sourceId: null,
      count: 5,
      since: '2026-10-06T12:00:00',
      until: null,
      objectIds: [two.objectId, one.objectId],
      path: '/reviews?has_reply=false&max_rating=2.99&show_hidden=true',
    });
    const { entitlements } = await app.app.get(AccountsService).find(accountId);
    const params = { published: {}, minRating: 1, maxRating: 5, sourceIds: [] };
    const summary = await app.app
      .get(AnalyticsService, { strict: false })
      .summary({ accountId, entitlements }, ACCOUNT, params);
    expect(item?.count).toBe(summary.total.unansweredNegative);
    const ofOne = await itemsOf(accountId, { kind: 'object', objectId: one.objectId });
    expect(ofOne).toMatchObject([{ count: 2, since: '2026-10-09T12:00:00', objectIds: [one.objectId] }]);
  });

  it('unanswered: on trial, only visible reviews count', async () => {
    const accountId = await newAccount('trial');
    const link = await linkOf(accountId);
    await insertReviews(
      app.database,
      [1, 2, 3, 4, 5].map((day) => review(link, day, day === 5 ? 5 : 1)),
    );
    expect(await itemsOf(accountId)).toMatchObject([{ kind: 'unanswered', count: 2, since: null }]);
  });

  it('reply_failed: counts failed replies, apart from those to reviews that are gone', async () => {
    const accountId = await newAccount();
    const link = await linkOf(accountId);
    for (const error of ['text_rejected', 'platform_error', 'review_gone', null]) await replyTo(link, error);
    expect(await itemsOf(accountId)).toEqual([
      {
        kind: 'reply_failed',
        severity: 'bad',
        actor: 'you',
        reason: null,
        frozen: 0,
        sourceId: null,
        count: 2,
        since: '2026-11-20T08:00:00',
        until: null,
        objectIds: [link.objectId],
        path: `/reviews?reply_status=failed&object_id=${link.objectId}`,
      },
    ]);
  });

  it('links_failing: every failing link, by its own reason; links that are switched off do not count', async () => {
    const accountId = await newAccount();
    const failing = async (sourceId: number, error: string, more = ''): Promise<LinkFixture> => {
      const link = await linkOf(accountId, sourceId);
      await collected(
        link,
        `scrape_status = 'failed', scrape_error = '${error}', failing_since = '2026-11-0${sourceId}T00:00:00Z'${more}`,
      );
      return link;
    };
    const gone = 'page_not_found: the page does not exist';
    const [one, two] = [await failing(1, gone), await failing(2, gone)];
    const frozen = await failing(3, gone, `, frozen_at = '2026-11-20T00:00:00Z'`);
    const refused = await failing(2, 'blocked: captcha');
    // A link that is being read again still fails.
    const again = await failing(2, 'timeout: slow', `, last_scraped_at = now()`);
    await collected(again, `scrape_status = 'in_progress'`);
    const off = await failing(3, gone);
    await app.database.query('update link set is_active = false where id = $1', [off.linkId]);
    await collected(await linkOf(accountId, 3), `scrape_status = 'success', last_scraped_at = now()`);
    const item = { kind: 'links_failing', frozen: 0 };
    expect(await itemsOf(accountId)).toMatchObject([
      {
        ...{ ...item, reason: 'page_not_found', actor: 'you', severity: 'bad', sourceId: null, count: 3, frozen: 1 },
        ...{ since: '2026-11-01T00:00:00', path: '/objects?problem=failed' },
        objectIds: [one.objectId, two.objectId, frozen.objectId],
      },
      { ...item, reason: 'blocked', actor: 'platform', severity: 'warn', sourceId: 2, objectIds: [refused.objectId] },
      { ...item, reason: 'timeout', actor: 'platform', severity: 'warn', sourceId: 2, objectIds: [again.objectId] },
    ]);
  });

  it('links_failing: links whose connection was taken back are part of it', async () => {
    const accountId = await newAccount();
    const [revoked, other] = [await linkOf(accountId), await linkOf(accountId)];
    for (const link of [revoked, other])
      await collected(link, `scrape_status = 'failed', scrape_error = 'credentials_rejected: signed out'`);
    await app.database.query(
      `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, status, checked_at)
       values ($1, $2, $3, '\\x00', 'k', 'c', 'revoked', now())`,
      [accountId, revoked.objectId, revoked.sourceId],
    );
    expect(await itemsOf(accountId)).toMatchObject([
      { kind: 'connection_revoked', count: 1 },
      { kind: 'links_failing', reason: 'credentials_rejected', count: 1, objectIds: [other.objectId] },
    ]);
  });

  it('links that were never read count as nothing of what the others have', async () => {
    const accountId = await newAccount();
    const links = [];
    for (let n = 0; n < 4; n += 1) links.push(await linkOf(accountId));
    const [one, gone] = links;
    if (one === undefined || gone === undefined) throw new Error('there are four links');
    const share = async (): Promise<number | null> => (await read(accountId)).collection.completeness;
    expect(await share()).toBe(0);
    await collected(
      one,
      `scrape_status = 'success', read_at = now(), last_scraped_at = now(), platform_review_count = 4`,
    );
    await insertReviews(
      app.database,
      [1, 2, 3, 4].map((day) => review(one, day, 5)),
    );
    expect(await share()).toBe(0.25);
    expect((await read(accountId)).collection).toMatchObject({ links: 4, upToDate: 1 });
    // A collection that failed did not read the link.
    await collected(gone, `scrape_status = 'failed', scrape_error = 'page_not_found: gone', last_scraped_at = now()`);
    expect(await share()).toBe(0.25);
    // A link that was read and whose platform states no number says nothing about the share.
    await collected(gone, `scrape_status = 'success', scrape_error = null, read_at = now()`);
    expect(await share()).toBe(0.3333);
  });

  it('connection_revoked and webhook_failing: only what does not work', async () => {
    const accountId = await newAccount();
    const [one, two] = [await linkOf(accountId), await linkOf(accountId, 2)];
    for (const [link, status] of [
      [one, 'revoked'],
      [two, 'active'],
    ] as const)
      await app.database.query(
        `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, status, checked_at)
         values ($1, $2, $3, '\\x00', 'k', 'c', $4, '2026-11-19T07:00:00Z')`,
        [accountId, link.objectId, link.sourceId, status],
      );
    await app.database.query(
      `insert into webhook (account_id, schema_version, target, event_types, bucket_window, filters, is_active, failure_count, failing_since)
       select $1, 3, 'https://x.example/', '{review.new}', 'none', '{}', n <> 2, case when n = 1 then 0 else 7 end,
         case when n > 1 then timestamptz '2026-11-24T06:00:00Z' end
       from generate_series(1, 3) n`,
      [accountId],
    );
    expect(await itemsOf(accountId)).toMatchObject([
      { kind: 'connection_revoked', sourceId: 1, count: 1, since: '2026-11-19T07:00:00', objectIds: [one.objectId] },
      { kind: 'webhook_failing', count: 1, since: '2026-11-24T06:00:00', objectIds: [], path: '/webhooks' },
    ]);
    expect(await itemsOf(accountId, { kind: 'object', objectId: two.objectId })).toEqual([]);
  });

  it('trial_ending: a trial that ends within a week', async () => {
    const accountId = await newAccount('trial');
    const end = (days: number): Promise<unknown> =>
      app.database.query(`update account set trial_ends_at = now() + $2 * interval '1 day' where id = $1`, [
        accountId,
        days,
      ]);
    await end(8);
    expect(await itemsOf(accountId)).toEqual([]);
    await end(6);
    expect(await itemsOf(accountId)).toMatchObject([
      { kind: 'trial_ending', until: expect.stringMatching(/T/) as string },
    ]);
  });

  it('the state of the collection covers enabled links, and the day the runs that ended in it', async () => {
    const accountId = await newAccount();
    const [one, two, off] = [await linkOf(accountId), await linkOf(accountId, 2), await linkOf(accountId, 3)];
    await collected(
      one,
      `scrape_status = 'success', last_scraped_at = '2026-11-24T08:00:00Z', read_at = '2026-11-24T08:00:00Z', next_run_at = '2026-11-24T09:00:00Z',
       platform_review_count = 4`,
    );
    await collected(
      two,
      `scrape_status = 'failed', scrape_error = 'timeout: slow', last_scraped_at = '2026-11-24T07:00:00Z', read_at = '2026-11-24T06:00:00Z', next_run_at = '2026-11-24T10:00:00Z'`,
    );
    await app.database.query('update link set is_active = false where id = $1', [off.linkId]);
    await insertReviews(app.database, [review(one, 1, 5), review(one, 2, 5), review(one, 3, 5), review(two, 3, 5)]);
    await app.database.query(
      `with runs as (
         insert into run (account_id, cause, created_at) select $1, 'scheduled', now() - n * interval '20 hours'
         from generate_series(0, 3) n returning id, created_at
       )
       insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, outcome,
         ended_at, reviews_new, reviews_changed, reviews_deleted)
       select runs.id, $1, l.object_id, l.id, l.source_id, runs.created_at, false, 2, 'ended',
         case when l.source_id = 1 then 'success' else 'failed' end, runs.created_at + interval '1 hour', 5, 2, 1
       from runs, link l where l.account_id = $1 and l.source_id < 3`,
      [accountId],
    );
    expect((await read(accountId)).collection).toEqual({
      links: 2,
      // The one that was read has three of four reviews.
      upToDate: 0,
      completeness: 0.75,
      lastAt: '2026-11-24T08:00:00',
      nextAt: '2026-11-24T09:00:00',
      // Two runs ended in the last 24 hours.
      day: { read: 2, new: 20, changed: 8, gone: 4 },
    });
    const ofTwo = await read(accountId, { kind: 'object', objectId: two.objectId });
    expect(ofTwo.collection).toMatchObject({ links: 1, completeness: null, day: { read: 0, new: 10 } });
  });

  it('contains nothing of another account, and refuses its objects and folders', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    const link = await linkOf(other);
    await insertReviews(app.database, [review(link, 1, 1)]);
    await replyTo(link, 'text_rejected');
    await collected(link, `frozen_at = now()`);
    expect((await read(mine)).items).toEqual([]);
    expect((await itemsOf(other)).length).toBe(3);
    await expect(read(mine, { kind: 'object', objectId: link.objectId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(read(mine, { kind: 'folder', folderId: 900_000_001 })).rejects.toMatchObject({
      code: 'folder_not_found',
    });
  });

  it('reads one review per object, however many there are', async () => {
    const accountId = await newAccount();
    const links = [await linkOf(accountId), await linkOf(accountId)];
    const seeds = links.flatMap((link) =>
      Array.from({ length: 4_000 }, (_, n) => review(link, 1 + (n % 28), 1 + (n % 5))),
    );
    await insertReviews(app.database, seeds);
    await app.database.query('vacuum analyze review');
    const rows = await rowsRead(app.database, 'review', () => itemsOf(accountId));
    expect(rows).toBeLessThanOrEqual(2 * links.length);
  });
});
