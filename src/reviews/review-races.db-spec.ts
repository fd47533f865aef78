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
import { ReviewRoadStore } from './intake/persistence/review-road.store';
import { ReviewCurationService } from './curation/review-curation.service';
import type { Reader } from './reader';
import { FinishPassService } from './intake/finish-pass.service';
import type { IntakeTarget } from './intake/page-intake';
import { ReviewIntakeService } from './intake/review-intake.service';

const HOUR = 3_600_000;

/** The stored review that two writers change. */
interface Fixture {
  readonly link: LinkFixture;
  readonly target: IntakeTarget;
  readonly id: number;
}

/**
 * Runs two writers of one review in every order of their statements. The result of every order must equal the result of running one
 * writer after the other (ADR 0016).
 */
describe('concurrent writers of a review have the same result as consecutive ones (contract §10, §4.5)', () => {
  let app: TestApp;
  let intake: ReviewIntakeService;
  let passes: FinishPassService;
  let ownReplies: OwnReplyService;
  let curation: ReviewCurationService;

  beforeAll(async () => {
    app = await testApp();
    const { database } = app;
    const changes = new ChangeCounterStore(database);
    ownReplies = new OwnReplyService(
      database,
      new OwnReplyStore(database, new ReviewIntakeStore(database)),
      changes,
      new Outbox(database),
    );
    const parts = [new ReviewIntakeStore(database), new ReviewRoadStore(database), changes, database] as const;
    [intake, passes] = [new ReviewIntakeService(...parts), new FinishPassService(...parts)];
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
    return { ...link, runId: run?.id ?? 0, rawPrivacy: { names: [], drop: [] }, contentDays: null };
  };
  /** Stores ten reviews of a new link. The `id` of the fixture is the id of `review`. */
  const storedReview = async (review: CollectedReview = aReview()): Promise<Fixture> => {
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
  const rowOf = async ({ id }: Fixture): Promise<Record<string, unknown>> => {
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
  const mergePage =
    (review: CollectedReview) =>
    async ({ target }: Fixture): Promise<unknown> =>
      intake.takePage(target, [review]);
  const race = (
    setUp: () => Promise<Fixture>,
    writers: Race<Fixture>['contenders'],
    expectation: Race<Fixture>['holds'],
  ) => inEveryOrder({ on: app.database, given: setUp, contenders: writers, holds: expectation, atMost: 80 });
  /** Expects distinct change numbers up to the account's newest, and counters that agree with the reviews. */
  const expectConsistent = async ({ link }: Fixture): Promise<void> => {
    const [wrong] = await app.database.query<{ doubled: number; beyond: number; miscounted: number }>(
      `select (select count(*) - count(distinct change_seq) from review where account_id = $1) as doubled,
         (select count(*) from review r join account_change a using (account_id) where r.account_id = $1 and r.change_seq > a.change_seq) as beyond,
         (select abs(t.n - (select count(*) from review r where r.link_id = t.link_id and r.deleted_at is null)) from link_total t
          where t.link_id = $2) as miscounted`,
      [link.accountId, link.linkId],
    );
    expect(wrong).toEqual({ doubled: 0, beyond: 0, miscounted: 0 });
  };

  describe('a page is merged while the service publishes or removes a reply', () => {
    const publish = ({ link, id }: Fixture): Promise<void> =>
      ownReplies.show(link.accountId, id, { text: 'Thank you', at: '2026-05-02T10:00:00' });
    const remove = ({ link, id }: Fixture): Promise<void> => ownReplies.storeRemoved(link.accountId, id, ['Thank you']);

    it('stores both the edit of an outdated page and the published reply', () =>
      race(storedReview, { page: mergePage(aReview({ text: 'Edited' })), reply: publish }, async (fixture) => {
        expect(await rowOf(fixture)).toMatchObject({ text: 'Edited', reply: 'Thank you', awaits: true });
        await expectConsistent(fixture);
      }));

    it('keeps the published reply and own_reply_at after an outdated page without an edit', () =>
      race(storedReview, { page: mergePage(aReview()), reply: publish }, async (fixture) => {
        expect(await rowOf(fixture)).toMatchObject({ reply: 'Thank you', awaits: true });
        await expectConsistent(fixture);
      }));

    it('stores the edit of an outdated page, but not the removed reply that the page shows', () =>
      race(
        () => storedReview(aReview({ replyText: 'Thank you', replyDate: '2026-05-02T10:00:00' })),
        {
          page: mergePage(aReview({ text: 'Edited', replyText: 'Thank you', replyDate: '2026-05-02T10:00:00' })),
          reply: remove,
        },
        async (fixture) => {
          expect(await rowOf(fixture)).toMatchObject({ text: 'Edited', reply: null, awaits: true });
          await expectConsistent(fixture);
        },
      ));

    it('does not restore a removed reply that a page shows concurrently', () =>
      race(
        storedReview,
        { page: mergePage(aReview({ replyText: 'Thank you', replyDate: '2026-05-02T10:00:00' })), reply: remove },
        async (fixture) => {
          // In both orders, the removal takes precedence over pages for an hour.
          expect(await rowOf(fixture)).toMatchObject({ reply: null, awaits: true });
          await expectConsistent(fixture);
        },
      ));

    it('keeps the new text of a replaced reply and own_reply_at after a page that shows the old text', () =>
      race(
        async () => {
          const fixture = await storedReview();
          await ownReplies.show(fixture.link.accountId, fixture.id, { text: 'Thanks', at: '2026-05-01T10:00:00' });
          return fixture;
        },
        { page: mergePage(aReview({ replyText: 'Thanks', replyDate: '2026-05-01T10:00:00' })), reply: publish },
        async (fixture) => {
          expect(await rowOf(fixture)).toMatchObject({ reply: 'Thank you', awaits: true });
          await expectConsistent(fixture);
        },
      ));
  });

  describe('a page is merged while a client curates the review', () => {
    const reader = ({ link }: Fixture): Reader => ({
      accountId: link.accountId,
      entitlements: entitlementsOf('full', { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 20 }),
    });

    it.each([
      ['hides', { hidden: true, place: null }, ReviewCurationService.prototype.hide],
      ['pins', { hidden: false, place: 0 }, ReviewCurationService.prototype.pin],
    ] as const)('stores both the edit and the mark while a client %s the review', (_, marks, act) =>
      race(
        storedReview,
        {
          page: mergePage(aReview({ text: 'Edited' })),
          marks: (fixture) => act.call(curation, reader(fixture), fixture.link.objectId, [fixture.id]),
        },
        async (fixture) => {
          expect(await rowOf(fixture)).toMatchObject({ text: 'Edited', ...marks });
          await expectConsistent(fixture);
        },
      ),
    );
  });

  describe('two pages of one link are merged', () => {
    it('stores all fields of one of two different edits', () =>
      race(
        storedReview,
        {
          one: mergePage(aReview({ text: 'First', replyText: 'Thank you' })),
          other: mergePage(aReview({ text: 'Second' })),
        },
        async (fixture) => {
          const { text, reply } = await rowOf(fixture);
          expect([text, reply]).toEqual(text === 'First' ? ['First', 'Thank you'] : ['Second', null]);
          expect(await factsOf(fixture.target)).toEqual([...Array<string>(10).fill('appeared'), 'changed', 'replied']);
          await expectConsistent(fixture);
        },
      ));

    it('records one fact for the same edit on both pages', () =>
      race(
        storedReview,
        { one: mergePage(aReview({ text: 'Edited' })), other: mergePage(aReview({ text: 'Edited' })) },
        async (fixture) => {
          expect((await rowOf(fixture))['text']).toBe('Edited');
          expect((await factsOf(fixture.target)).filter((fact) => fact === 'changed')).toEqual(['changed']);
          await expectConsistent(fixture);
        },
      ));
  });

  /** Finishes a pass that began `hours` from now and saw the other nine reviews, but not this one. */
  const finishPass =
    (hours: number) =>
    async ({ target }: Fixture): Promise<unknown> => {
      const others = await app.database.query<{ id: number }>(
        `select id from review where link_id = $1 and external_id like 'other-%'`,
        [target.linkId],
      );
      const finished = {
        beganAt: new Date(Date.now() + hours * HOUR),
        seenIds: others.map(({ id }) => id),
        judges: { from: null },
        confirmAfterMs: 6 * HOUR,
      };
      return passes.finishPass(target, finished, await passes.findMissing(target, finished));
    };
  const missedReview = async (): Promise<Fixture> => {
    const fixture = await storedReview();
    await finishPass(1)(fixture);
    return fixture;
  };

  describe('a pass that did not see the review ends', () => {
    const factsAfter = async ({ target }: Fixture): Promise<string[]> =>
      (await factsOf(target)).filter((fact) => fact !== 'appeared');

    it('while a page shows the review: the review is present; it may have been deleted and restored', () =>
      race(missedReview, { page: mergePage(aReview()), end: finishPass(8) }, async (fixture) => {
        expect((await rowOf(fixture))['deleted']).toBe(false);
        expect([[], ['deleted', 'restored']]).toContainEqual(await factsAfter(fixture));
        await expectConsistent(fixture);
      }));

    it('while a page shows an edit of the review: the edit is stored, and the review is not deleted', () =>
      race(missedReview, { page: mergePage(aReview({ text: 'Edited' })), end: finishPass(8) }, async (fixture) => {
        expect(await rowOf(fixture)).toMatchObject({ text: 'Edited', deleted: false });
        expect([['changed'], ['changed', 'deleted', 'restored']]).toContainEqual(await factsAfter(fixture));
        await expectConsistent(fixture);
      }));

    it('while a page shows an edit of the review, and no earlier pass missed it: the review is not deleted', () =>
      race(storedReview, { page: mergePage(aReview({ text: 'Edited' })), end: finishPass(1) }, async (fixture) => {
        expect(await rowOf(fixture)).toMatchObject({ text: 'Edited', deleted: false });
        expect(await factsAfter(fixture)).toEqual(['changed']);
        await expectConsistent(fixture);
      }));

    it('while a reply is published: the review is deleted and has the reply', () =>
      race(
        missedReview,
        {
          end: finishPass(8),
          reply: ({ link, id }) =>
            ownReplies.show(link.accountId, id, { text: 'Thank you', at: '2026-05-02T10:00:00' }),
        },
        async (fixture) => {
          expect(await rowOf(fixture)).toMatchObject({ deleted: true, reply: 'Thank you' });
          await expectConsistent(fixture);
        },
      ));
  });
});
