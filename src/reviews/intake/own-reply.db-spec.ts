import { Outbox } from '@libs/events';
import { aCollectedReview } from '@test/support/collected-review';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { OwnReplyService } from './own-reply.service';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { OwnReplyStore } from './persistence/own-reply.store';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import type { IntakeTarget } from './page-intake';
import { ReviewIntakeService } from './review-intake.service';

describe('replies that the service itself changed (contract §2.3, §6.1, §3.1)', () => {
  let fixture: StoreFixture;
  let intake: ReviewIntakeService;
  let ownReplies: OwnReplyService;
  let link: LinkFixture;
  let id: number;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    const changes = new ChangeCounterStore(database);
    ownReplies = new OwnReplyService(
      database,
      new OwnReplyStore(database, new ReviewIntakeStore(database)),
      changes,
      new Outbox(database),
    );
    intake = new ReviewIntakeService(new ReviewIntakeStore(database), new ReviewRoadStore(database), changes, database);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    link = await aLink(fixture.database);
    await collect();
    id = (await row())['id'] as number;
    await fixture.database.query('delete from outbox');
  });

  const row = async (): Promise<Record<string, unknown>> => {
    const [review] = await fixture.database.query('select * from review where link_id = $1', [link.linkId]);
    return review ?? {};
  };
  /** Merges a page that shows the review with `replyText`, and returns the facts of the run. */
  const collect = async (replyText: string | null = null, replyKnown = true): Promise<readonly string[]> => {
    const { database } = fixture;
    const [run] = await database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    const target: IntakeTarget = {
      ...link,
      runId: run?.id ?? 0,
      rawPrivacy: { names: [], drop: [] },
      contentDays: null,
    };
    const replyDate = replyText === null ? null : '2026-05-02T10:00:00';
    await intake.takePage(target, [aCollectedReview({ replyText, replyDate, replyKnown })]);
    const facts = await database.query<{ fact: string }>('select fact from run_review where run_id = $1 order by 1', [
      target.runId,
    ]);
    return facts.map(({ fact }) => fact);
  };
  const events = async (): Promise<readonly string[]> =>
    (
      await fixture.database.query<{ event: string }>('select event from outbox where account_id = $1 order by id', [
        link.accountId,
      ])
    ).map(({ event }) => event);
  const moveChangeBackAnHour = (): Promise<unknown> =>
    fixture.database.query(`update review set own_reply_at = own_reply_at - interval '61 minutes' where id = $1`, [id]);
  const counter = async (): Promise<unknown> =>
    (await fixture.database.query('select flags, n from link_stat where link_id = $1 and n <> 0', [link.linkId]))[0];

  it('are stored with a change number, a date and counters; the events contain the id of the review', async () => {
    const before = await row();
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: '2026-05-02T10:00:00' });
    expect(await row()).toMatchObject({
      reply_text: 'Thank you',
      reply_date: '2026-05-02T10:00:00',
      change_seq: (before['change_seq'] as number) + 1,
    });
    expect(await counter()).toEqual({ flags: 9, n: 1 });
    const outboxRows = await fixture.database.query('select event, payload from outbox order by id');
    const payload = { run_id: null, review_ids: [id], object_ids: [link.objectId] };
    expect(outboxRows).toEqual([
      { event: 'ReviewsChanged', payload },
      { event: 'RepliesAppeared', payload },
    ]);
  });

  it.each([
    [[], 'before', false],
    [['ReviewsChanged', 'RepliesAppeared'], 'after', true],
  ])('cause the events %j if the object is disabled %s the change', async (expected, _, isEnabled) => {
    const { database } = fixture;
    const setEnabled = (enabled: boolean): Promise<unknown> =>
      database.query('update tracked_object set is_active = $2 where id = $1', [link.objectId, enabled]);
    await setEnabled(isEnabled);
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: null });
    await setEnabled(!isEnabled);
    expect(await events()).toEqual(expected);
    expect((await row())['reply_text']).toBe('Thank you');
  });

  it('have the current date if the platform returns no date', async () => {
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: null });
    const [now] = await fixture.database.query<{ recent: boolean }>(
      `select reply_date between (now() at time zone 'UTC') - interval '1 minute' and (now() at time zone 'UTC') + interval '1 minute' as recent
       from review where id = $1`,
      [id],
    );
    expect(now).toEqual({ recent: true });
  });

  it('cause only ReviewsChanged if they replace a reply (contract §6.1)', async () => {
    await collect('By hand');
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: null });
    expect(await events()).toEqual(['ReviewsChanged']);
  });

  it('are removed from the review and the counters', async () => {
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: null });
    await ownReplies.storeRemoved(link.accountId, id, ['Thank you']);
    expect(await row()).toMatchObject({ reply_text: null, reply_date: null });
    expect(await counter()).toEqual({ flags: 1, n: 1 });
    expect(await events()).toEqual(['ReviewsChanged', 'RepliesAppeared', 'ReviewsChanged']);
  });

  it('do not affect the reply of another author (contract §4.5)', async () => {
    await collect('By hand');
    const before = await row();
    await ownReplies.storeRemoved(link.accountId, id, ['Thank you']);
    expect([await row(), await events()]).toEqual([before, []]);
  });

  it('cause no fact `replied` when a collection reads them, even if the platform changes whitespace', async () => {
    await ownReplies.show(link.accountId, id, { text: 'Thank you\n\nAnna', at: '2026-05-02T10:00:00' });
    expect(await collect('Thank you Anna')).not.toContain('replied');
    expect(await row()).toMatchObject({ reply_text: 'Thank you Anna', own_reply_at: null });
    expect(await collect('Thank you Anna')).toEqual([]);
  });

  it('have no own_reply_at after a collection has read them, and cause no fact', async () => {
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: '2026-05-02T10:00:00' });
    const before = await row();
    expect(await collect('Thank you')).toEqual([]);
    expect(await row()).toEqual({ ...before, own_reply_at: null });
  });

  it('are not written again if a collection has stored them first', async () => {
    await collect('Thank you');
    const before = await row();
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: null });
    expect([await row(), await events()]).toEqual([before, []]);
  });

  it('are removed by a page without them only after an hour', async () => {
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: null });
    expect(await collect(null)).toEqual([]);
    expect((await row())['reply_text']).toBe('Thank you');
    expect((await row())['own_reply_at']).not.toBeNull();
    await moveChangeBackAnHour();
    expect(await collect(null)).toEqual(['changed']);
    expect(await row()).toMatchObject({ reply_text: null, own_reply_at: null });
  });

  it('are restored by a page that shows them only an hour after their removal', async () => {
    await collect('Thank you');
    await ownReplies.storeRemoved(link.accountId, id, ['Thank you']);
    expect(await collect('Thank you')).toEqual([]);
    expect((await row())['reply_text']).toBeNull();
    await moveChangeBackAnHour();
    expect(await collect('Thank you')).toEqual(['changed', 'replied']);
  });

  it('are not restored by a running pass if they were removed before any page showed them', async () => {
    await ownReplies.storeRemoved(link.accountId, id, ['Thank you']);
    expect(await collect('Thank you')).toEqual([]);
  });

  it('keep their text and own_reply_at after a visit that cannot read replies', async () => {
    await ownReplies.show(link.accountId, id, { text: 'Thank you', at: null });
    await moveChangeBackAnHour();
    expect(await collect(null, false)).toEqual([]);
    expect((await row())['own_reply_at']).not.toBeNull();
  });

  it('do not affect a review of another account', async () => {
    const other = await aLink(fixture.database);
    await ownReplies.show(other.accountId, id, { text: 'Thank you', at: null });
    expect((await row())['reply_text']).toBeNull();
  });
});
