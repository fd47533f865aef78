import { Outbox } from '@libs/events';
import type { CollectedReview } from '@libs/sources';
import { entitlementsOf } from '@src/auth';
import { aCollectedReview, collectedReviews } from '@test/support/collected-review';
import { inEveryOrder, type Race } from '@test/support/interleaving';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { OwnReplyService } from './intake/own-reply.service';
import { ChangeCounterStore } from './persistence/change-counter.store';
import { OwnReplyStore } from './intake/persistence/own-reply.store';
import { ReviewIntakeStore } from './intake/persistence/review-intake.store';
import { ReviewCurationService } from './curation/review-curation.service';
import type { Reader } from './reader';
import { ReviewIntakeService, type IntakeTarget } from './intake/review-intake.service';

const HOUR = 3_600_000;

/** The stored review that two writers meet at. */
interface Meeting {
  readonly link: LinkFixture;
  readonly target: IntakeTarget;
  readonly id: number;
}

/**
 * Two writers of one review, stepped through every order of their statements. In every order, the result must be that of
 * one writer after the other (ADR 0016).
 */
describe('concurrent writers of a review have the result of one after the other (contract §10, §4.5)', () => {
  let app: TestApp;
  let intake: ReviewIntakeService;
  let own: OwnReplyService;
  let curation: ReviewCurationService;

  beforeAll(async () => {
    app = await testApp();
    const { database } = app;
    const changes = new ChangeCounterStore(database);
    own = new OwnReplyService(database, new OwnReplyStore(database), changes, new Outbox(database));
    intake = new ReviewIntakeService(new ReviewIntakeStore(database), changes, database);
    curation = app.app.get(ReviewCurationService, { strict: false });
  });
  afterAll(() => app.close());

  const aReview = (fields: Partial<CollectedReview> = {}): CollectedReview =>
    aCollectedReview({ text: 'Good', replyText: null, replyDate: null, ...fields });
  const aTarget = async (link: LinkFixture): Promise<IntakeTarget> => {
    const [run] = await app.database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    return { ...link, runId: run?.id ?? 0, rawPrivacy: { names: [], drop: [] } };
  };
  /** A link whose list shows nine reviews more, and `review` as an earlier pass stored it. */
  const met = async (review: CollectedReview = aReview()): Promise<Meeting> => {
    const { accountId } = await app.anAccount();
    const link = await aLink(app.database, { accountId, sourceId: 1 });
    const target = await aTarget(link);
    const [id = 0] = (await intake.takePage(target, [review])).seenIds;
    await intake.takePage(
      target,
      collectedReviews(9).map((one) => ({ ...one, externalId: `other-${one.externalId}` })),
    );
    return { link, target, id };
  };
  const shown = async ({ id }: Meeting): Promise<Record<string, unknown>> => {
    const [row] = await app.database.query<Record<string, unknown>>(
      `select text, reply_text as reply, own_reply_at is not null as awaits, missed_at is not null as missed,
         deleted_at is not null as deleted, hidden_at is not null as hidden, pin_position as place from review where id = $1`,
      [id],
    );
    return row ?? {};
  };
  const factsOf = async (target: IntakeTarget): Promise<string[]> =>
    (
      await app.database.query<{ fact: string }>('select fact from run_review where run_id = $1 order by fact', [
        target.runId,
      ])
    ).map(({ fact }) => fact);
  const take =
    (review: CollectedReview) =>
    async ({ target }: Meeting): Promise<unknown> =>
      intake.takePage(target, [review]);
  const race = (
    given: () => Promise<Meeting>,
    contenders: Race<Meeting>['contenders'],
    holds: Race<Meeting>['holds'],
  ) => inEveryOrder({ on: app.database, given, contenders, holds, atMost: 80 });
  /** Counters, log of changes and flags hold in every order too. */
  const isConsistent = async ({ link }: Meeting): Promise<void> => {
    const [wrong] = await app.database.query<{ doubled: number; beyond: number; miscounted: number }>(
      `select (select count(*) - count(distinct change_seq) from review where account_id = $1) as doubled,
         (select count(*) from review r join account_change a using (account_id) where r.account_id = $1 and r.change_seq > a.change_seq) as beyond,
         (select abs(t.n - (select count(*) from review r where r.link_id = t.link_id and r.deleted_at is null)) from link_total t
          where t.link_id = $2) as miscounted`,
      [link.accountId, link.linkId],
    );
    expect(wrong).toEqual({ doubled: 0, beyond: 0, miscounted: 0 });
  };

  describe('a page and our own reply', () => {
    const show = ({ link, id }: Meeting): Promise<void> =>
      own.show(link.accountId, id, { text: 'Thank you', at: '2026-05-02T10:00:00' });
    const takeAway = ({ link, id }: Meeting): Promise<void> => own.takeAway(link.accountId, id, ['Thank you']);

    it('an old page with an edit: the edit and the published reply are both stored', () =>
      race(met, { page: take(aReview({ text: 'Edited' })), reply: show }, async (world) => {
        expect(await shown(world)).toMatchObject({ text: 'Edited', reply: 'Thank you', awaits: true });
        await isConsistent(world);
      }));

    it('an old page without an edit: the published reply is kept and still awaited', () =>
      race(met, { page: take(aReview()), reply: show }, async (world) => {
        expect(await shown(world)).toMatchObject({ reply: 'Thank you', awaits: true });
        await isConsistent(world);
      }));

    it('an old page with an edit and the removed reply: the reply does not return', () =>
      race(
        () => met(aReview({ replyText: 'Thank you', replyDate: '2026-05-02T10:00:00' })),
        {
          page: take(aReview({ text: 'Edited', replyText: 'Thank you', replyDate: '2026-05-02T10:00:00' })),
          reply: takeAway,
        },
        async (world) => {
          expect(await shown(world)).toMatchObject({ text: 'Edited', reply: null, awaits: true });
          await isConsistent(world);
        },
      ));

    it('a reply that a page shows and that is removed concurrently: it is gone, or the page came later and applies', () =>
      race(
        met,
        { page: take(aReview({ replyText: 'Thank you', replyDate: '2026-05-02T10:00:00' })), reply: takeAway },
        async (world) => {
          // In either order, our removal is kept for an hour.
          expect(await shown(world)).toMatchObject({ reply: null, awaits: true });
          await isConsistent(world);
        },
      ));

    it('a page that shows our first text while the second is published: the second is kept and still awaited', () =>
      race(
        async () => {
          const world = await met();
          await own.show(world.link.accountId, world.id, { text: 'Thanks', at: '2026-05-01T10:00:00' });
          return world;
        },
        { page: take(aReview({ replyText: 'Thanks', replyDate: '2026-05-01T10:00:00' })), reply: show },
        async (world) => {
          expect(await shown(world)).toMatchObject({ reply: 'Thank you', awaits: true });
          await isConsistent(world);
        },
      ));
  });

  describe('a page and curation', () => {
    const reader = ({ link }: Meeting): Reader => ({
      accountId: link.accountId,
      entitlements: entitlementsOf('full', { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 20 }),
    });

    it.each([
      ['hides', { hidden: true, place: null }, ReviewCurationService.prototype.hide],
      ['pins', { hidden: false, place: 0 }, ReviewCurationService.prototype.pin],
    ] as const)('an edit while a client %s the review: both are stored', (_, marks, act) =>
      race(
        met,
        {
          page: take(aReview({ text: 'Edited' })),
          marks: (world) => act.call(curation, reader(world), world.link.objectId, [world.id]),
        },
        async (world) => {
          expect(await shown(world)).toMatchObject({ text: 'Edited', ...marks });
          await isConsistent(world);
        },
      ),
    );
  });

  describe('two pages of one link', () => {
    it('two edits of the review: one of them is stored as a whole', () =>
      race(
        met,
        {
          one: take(aReview({ text: 'First', replyText: 'Thank you' })),
          other: take(aReview({ text: 'Second' })),
        },
        async (world) => {
          const { text, reply } = await shown(world);
          expect([text, reply]).toEqual(text === 'First' ? ['First', 'Thank you'] : ['Second', null]);
          expect(await factsOf(world.target)).toEqual([...Array<string>(10).fill('appeared'), 'changed', 'replied']);
          await isConsistent(world);
        },
      ));

    it('the same edit twice: one fact', () =>
      race(met, { one: take(aReview({ text: 'Edited' })), other: take(aReview({ text: 'Edited' })) }, async (world) => {
        expect((await shown(world))['text']).toBe('Edited');
        expect((await factsOf(world.target)).filter((fact) => fact === 'changed')).toEqual(['changed']);
        await isConsistent(world);
      }));
  });

  /** A pass that ended, saw all others of the link and not the review, and began this many hours from now. */
  const end =
    (hours: number) =>
    async ({ target }: Meeting): Promise<unknown> => {
      const others = await app.database.query<{ id: number }>(
        `select id from review where link_id = $1 and external_id like 'other-%'`,
        [target.linkId],
      );
      return intake.finishPass(target, {
        beganAt: new Date(Date.now() + hours * HOUR),
        seenIds: others.map(({ id }) => id),
        judges: { from: null },
        confirmAfterMs: 6 * HOUR,
      });
    };
  const missed = async (): Promise<Meeting> => {
    const world = await met();
    await end(1)(world);
    return world;
  };

  describe('the end of a pass that did not see the review', () => {
    const factsAfter = async ({ target }: Meeting): Promise<string[]> =>
      (await factsOf(target)).filter((fact) => fact !== 'appeared');

    it('and a page that does: it is at most missed again, or deleted and restored', () =>
      race(missed, { page: take(aReview()), end: end(8) }, async (world) => {
        expect((await shown(world))['deleted']).toBe(false);
        expect([[], ['deleted', 'restored']]).toContainEqual(await factsAfter(world));
        await isConsistent(world);
      }));

    it('and a page that shows it edited: the edit is stored, and the review is not deleted', () =>
      race(missed, { page: take(aReview({ text: 'Edited' })), end: end(8) }, async (world) => {
        expect(await shown(world)).toMatchObject({ text: 'Edited', deleted: false });
        expect([['changed'], ['changed', 'deleted', 'restored']]).toContainEqual(await factsAfter(world));
        await isConsistent(world);
      }));

    it('and a page, before it was ever missed: seen last, or missed last', () =>
      race(met, { page: take(aReview({ text: 'Edited' })), end: end(1) }, async (world) => {
        expect(await shown(world)).toMatchObject({ text: 'Edited', deleted: false });
        expect(await factsAfter(world)).toEqual(['changed']);
        await isConsistent(world);
      }));

    it('and our reply: deleted, with the reply that was published', () =>
      race(
        missed,
        {
          end: end(8),
          reply: ({ link, id }) => own.show(link.accountId, id, { text: 'Thank you', at: '2026-05-02T10:00:00' }),
        },
        async (world) => {
          expect(await shown(world)).toMatchObject({ deleted: true, reply: 'Thank you' });
          await isConsistent(world);
        },
      ));
  });
});
