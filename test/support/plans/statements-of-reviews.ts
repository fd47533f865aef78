/** The statements of intake, of the feed and its figures, and of the change stream. */
import { CurationQuery } from '@src/reviews/curation/persistence/curation.query';
import type { Coverage } from '@src/reviews/domain/coverage';
import { feedFilter, type FeedQueryParams } from '@src/reviews/domain/feed-filter';
import { FeedCountQuery } from '@src/reviews/feed/persistence/feed-count.query';
import { FeedQuery } from '@src/reviews/feed/persistence/feed.query';
import { NewestPageQuery } from '@src/reviews/feed/persistence/feed.query';
import { SingleReviewQuery } from '@src/reviews/feed/persistence/single-review.query';
import { ReviewExportService } from '@src/reviews/feed/review-export.service';
import { NewestDatesQuery } from '@src/reviews/figures/persistence/newest-dates.query';
import { REPLY_SAMPLE, ReplyDelayQuery } from '@src/reviews/figures/persistence/reply-delay.query';
import { ReplyTimesQuery } from '@src/reviews/figures/persistence/reply-times.query';
import { ReviewCountQuery } from '@src/reviews/figures/persistence/review-count.query';
import { AnswerableReviewQuery } from '@src/reviews/persistence/answerable-review.query';
import { loadDetector } from '@src/reviews/intake/text-language';
import { contentOf } from '@src/reviews/intake/domain/review-content';
import type { Incoming } from '@src/reviews/intake/page-decision';
import { ImportedReviewStore } from '@src/reviews/intake/persistence/imported-review.store';
import { LanguageStore } from '@src/reviews/intake/persistence/language.store';
import { ReviewIntakeStore } from '@src/reviews/intake/persistence/review-intake.store';
import { ReviewRoadStore } from '@src/reviews/intake/persistence/review-road.store';
import { contentHash } from '@src/reviews/intake/persistence/review-identity';
import { newReview, type PreparedReview } from '@src/reviews/intake/persistence/review-row';
import { TwinReviewStore } from '@src/reviews/intake/persistence/twin-review.store';
import { UnseenReviewStore } from '@src/reviews/intake/persistence/unseen-review.store';
import { ReviewIdentities } from '@src/reviews/intake/review-identities';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { CompositionQuery } from '@src/reviews/persistence/composition.query';
import { SyncLogQuery } from '@src/reviews/sync/persistence/sync-log.query';
import { SyncRowsQuery } from '@src/reviews/sync/persistence/sync-rows.query';
import { FolderCoverageQuery } from '@src/folders/persistence/folder-coverage.query';
import { aCollectedReview } from '../collected-review';
import { FIRST_EVENT, ROWS, type PlanData } from './plan-data';
import {
  ON_SMALL_TABLES,
  rolledBack,
  WRITES_ONE_ROW,
  type PlannedCase,
  type PlannedCases,
  type Serving,
} from './planned-statements';

const SHAPE = { version: 'v3', showsCuration: true, includeRaw: true, separatePosNeg: false } as const;
const IDS = [5, 500, 5_000];
const NEW_ID = 1_000_000_000;
/** Reviews of a page of a platform, spread over the list. */
const COLLECTED = 20;
const PAGE = 20;
/** Two entries of an index are read for each row: the one before or after it as well. */
const LOOK_UPS = 2;

const collected = ({ externalId }: PlanData): readonly PreparedReview[] =>
  Array.from({ length: COLLECTED }, (_, n) => ({
    ...{ externalId: externalId(1 + n * Math.floor(ROWS / COLLECTED)), hash: '0'.repeat(32), raw: '{}' },
    content: { reviewDate: '2025-12-01T00:00:00', author: 'A. B.', text: 'text', rating: 4 },
  })) as unknown as PreparedReview[];

const hashesOf = (data: PlanData): ReadonlyMap<string, string> =>
  new Map(collected(data).map(({ externalId, hash }) => [externalId, hash]));

const coverageOf = ({ link }: PlanData): Coverage => ({
  ...{ accountId: link.accountId, mode: 'object', objectIds: [link.objectId], includesEveryLink: true },
  links: [{ id: link.linkId, objectId: link.objectId, sourceId: link.sourceId }],
});

const PARAMS: FeedQueryParams = {
  ...{ linkIds: [], sourceIds: [], sortBy: 'date', sortOrder: 'desc', showPinned: false },
  ...{ includeDeleted: false, onlyDeleted: false, showHidden: false },
};

/** A page of the feed, read in the order of `index`. */
function feed(
  index: string,
  params: Partial<FeedQueryParams>,
  { offset = 0, rows = PAGE, others = {}, over = {}, by = [] }: FeedOptions = {},
): PlannedCase {
  return {
    run: async (database, data) => {
      const all = { ...PARAMS, ...params };
      const query = new FeedQuery(database, new FeedCountQuery(database));
      const coverage: Coverage = { ...coverageOf(data), ...(typeof over === 'function' ? over(data) : over) };
      const request = {
        coverage,
        filter: feedFilter(all),
        visiblePerLink: null,
        sort: all.sortBy,
        direction: all.sortOrder,
      };
      await query.page({ ...request, showPinned: all.showPinned, shape: SHAPE }, { limit: PAGE, offset });
    },
    statements: {
      'feed_*': {
        by: [
          ...[index, ...by],
          ...['review_pkey', 'review_pinned', 'review_raw_pkey', 'link_collection_pkey', 'link_total_pkey'],
        ],
        rows: 4 * rows + 2 * PAGE,
      },
      ...others,
    },
  };
}
interface FeedOptions {
  readonly offset?: number;
  /** Rows that the page reads from the index of its order. */
  readonly rows?: number;
  readonly others?: Readonly<Record<string, Serving>>;
  /** Further indexes that have the order. */
  readonly by?: readonly string[];
  /** Replaces parts of the coverage. */
  readonly over?: Partial<Coverage> | ((data: PlanData) => Partial<Coverage>);
}

const folderOf =
  (objects: number) =>
  (data: PlanData): Partial<Coverage> => {
    const first = data.link.objectId;
    return { mode: 'objects', objectIds: [first, ...Array.from({ length: objects - 1 }, (_, n) => first + 2 + n)] };
  };
const LIVE = [
  ...['tracked_object_pkey', 'tracked_object_account_id_id_key'],
  ...['link_pkey', 'link_account_id_id_key', 'link_of_object', 'link_collection_pkey'],
];
const byId = (rows: number): Serving => ({
  by: ['review_pkey', 'review_raw_pkey', ...LIVE],
  rows,
});
const ofLink = (data: PlanData) => ({ ...data.link });
const onRoad = (name: string) => ({ name, sameIds: [name], first: null });

/** Writes of rows by their ids: planned for their values. */
const written: Serving = {
  ...{ by: ['review_pkey', 'link_collection_pkey'], rows: 4 * IDS.length, writes: IDS.length },
  exceptOneRow: true,
};

const RENAMED: Serving = { by: ['review_road_of_review'], rows: 4 * IDS.length, writes: IDS.length };

const INTAKE: PlannedCases = {
  'which reviews of a page are stored': {
    run: (database, data) => new ReviewIntakeStore(database).known(ofLink(data), hashesOf(data)),
    statements: { 'intake-known': { by: ['review_external'], rows: LOOK_UPS * COLLECTED } },
  },
  'the content of stored reviews': {
    run: (database, { link }) => new ReviewIntakeStore(database).stored(link.accountId, IDS),
    statements: { unprepared: byId(LOOK_UPS * IDS.length) },
  },
  'new ids, and a change number': {
    run: (database, data) =>
      rolledBack(database, () => {
        const [intake, counter] = [new ReviewIntakeStore(database), new ChangeCounterStore(database)];
        const { accountId } = data.link;
        return database.together([intake.newIdsStatement(ofLink(data), 3), counter.nextStatement(accountId, 3)]);
      }),
    statements: { 'intake-new-ids': { by: LIVE, rows: 2 }, 'next-change': WRITES_ONE_ROW },
  },
  'new reviews': {
    run: (database, data) =>
      rolledBack(database, async () => {
        const [intake, { accountId }] = [new ReviewIntakeStore(database), data.link];
        const change = await new ChangeCounterStore(database).next(accountId, 1);
        const content = contentOf(aCollectedReview());
        await loadDetector();
        const review = newReview({ externalId: 'new', content, hash: contentHash(content), raw: {} }, 0);
        await database.together(intake.inserting({ ...ofLink(data), contentDays: null }, [review], [NEW_ID], change));
      }),
    statements: { 'intake-insert': { by: [], rows: 0, writes: 1 } },
  },
  'facts of a run': {
    run: (database, { runId, link }) =>
      rolledBack(database, () =>
        database.together(
          new ReviewIntakeStore(database).facts(runId, link.objectId, [{ id: 1, facts: ['appeared'] }]),
        ),
      ),
    statements: { 'intake-fact': WRITES_ONE_ROW },
  },
  'the language of reviews that an earlier version stored': {
    run: (database, { link }) =>
      rolledBack(database, async () => {
        const [languages, { accountId }] = [new LanguageStore(database), link];
        await languages.nextAccount(0);
        await languages.undetected(accountId, 0, 5, 100);
        const change = await new ChangeCounterStore(database).next(accountId, 0);
        await languages.store(
          change,
          IDS.map((id) => ({ id, version: '3', language: 'en' })),
        );
      }),
    statements: { unprepared: { ...written, by: [...written.by, 'review_undetected'] }, 'next-change': WRITES_ONE_ROW },
  },
  'the newest imported review of a link': {
    run: (database, data) => new ImportedReviewStore(database).newestChange(ofLink(data)),
    statements: { 'intake-newest-import': { by: ['review_imported'], rows: 1 } },
  },
  'what was written since a pass': {
    run: (database, { link }) => new ReviewIntakeStore(database).anyWrittenSince(link.accountId, IDS, 2 * ROWS),
    statements: { 'intake-written-since': byId(LOOK_UPS * IDS.length) },
  },
  'the list of a link at the end of a pass': {
    run: (database, data) =>
      rolledBack(database, () => new UnseenReviewStore(database).listState(ofLink(data), [1, 2, 3])),
    statements: {
      'intake-live-count': { by: ['link_total_pkey'], rows: 1 },
      'intake-newest-unseen': { by: ['review_of_link'], rows: 10 },
    },
  },
  'notes about reviews': {
    run: (database, { link }) =>
      rolledBack(database, async () => {
        const [intake, unseen] = [new ReviewIntakeStore(database), new UnseenReviewStore(database)];
        const change = await new ChangeCounterStore(database).next(link.accountId, IDS.length);
        await intake.noteSeen(
          IDS.map((id) => ({ id, version: '3', showsOwnReply: false })),
          change,
        );
        await unseen.missing(IDS, null, change);
        await unseen.noteMissed(link.linkId, IDS, new Date(), change);
        await unseen.markDeleted(IDS, change);
      }),
    statements: { unprepared: written, 'next-change': WRITES_ONE_ROW },
  },
  'reviews of a page on another road': {
    run: async (database, data) => {
      const identities = new ReviewIdentities(new ReviewRoadStore(database), database);
      const page = new Map(collected(data).map((prepared) => [prepared.externalId, { prepared } as Incoming]));
      const target = {
        ...ofLink(data),
        runId: data.runId,
        rawPrivacy: { names: [], drop: [] },
        contentDays: null,
        road: onRoad('owner'),
      };
      const { recording } = await identities.identify(target, page, null);
      await rolledBack(database, () => database.together(recording));
    },
    statements: {
      'record-road': { ...ON_SMALL_TABLES, writes: COLLECTED },
      unprepared: {
        by: ['review_external', 'review_of_link', 'review_road_pkey', 'review_road_of_review'],
        // Reviews of the same days are compared.
        rows: 4 * COLLECTED + 100,
      },
    },
  },
  'reviews without ids under their new ids': {
    run: (database, data) =>
      rolledBack(database, () => {
        const renamed = new Map(IDS.map((id) => [data.externalId(id), `new-${id}`]));
        return database.together(new ReviewRoadStore(database).renaming(ofLink(data), onRoad('public'), renamed));
      }),
    statements: {
      'rename-review-of-roads': RENAMED,
      'record-road': { ...ON_SMALL_TABLES, writes: IDS.length },
    },
  },
  'reviews that two roads stored twice': {
    run: (database, data) =>
      rolledBack(database, () => {
        const ids = IDS.map((id) => data.externalId(id));
        return database.together(new TwinReviewStore(database).recording(ofLink(data), onRoad('owner'), ids, ids));
      }),
    statements: {
      'rename-review-of-roads': RENAMED,
      'record-first-road-of-twin': { by: ['review_external'], rows: 4 * IDS.length, writes: IDS.length },
    },
  },
  'reviews that a pass did not see, to compare them': {
    run: async (database, data) => {
      for await (const part of new UnseenReviewStore(database).fields(ofLink(data), IDS)) void part;
    },
    statements: { unprepared: byId(LOOK_UPS * IDS.length) },
  },
  'whether a review was read on a road': {
    run: (database, data) => new ReviewRoadStore(database).readBy(ofLink(data), onRoad('public'), IDS),
    statements: { unprepared: { ...byId(4 * IDS.length), by: ['review_pkey', 'review_road_of_review'] } },
  },
};

const FEED: PlannedCases = {
  'the newest reviews': {
    run: (database, { link }) =>
      new NewestPageQuery(database).read(
        { accountId: link.accountId, objectId: link.objectId, filter: feedFilter(PARAMS), shape: SHAPE },
        { limit: PAGE, offset: 0 },
      ),
    statements: {
      'feed_*': {
        by: [...LIVE, 'review_by_date', 'review_raw_pkey', 'link_total_pkey', 'link_deleted', 'link_of_object'],
        rows: 4 * PAGE,
      },
    },
  },
  'reviews by date, oldest first': feed('review_by_date', { sortOrder: 'asc' }),
  'a page far from the first': feed('review_by_date', {}, { offset: 6_000, rows: 800 }),
  'reviews by rating': feed('review_by_rating', { sortBy: 'rating' }),
  'reviews by reply': feed('review_by_reply', { sortBy: 'reply_date' }),
  'reviews of a link': feed('review_by_date', { linkIds: [1] }, { over: { includesEveryLink: false } }),
  'reviews in a language': feed('review_by_date', { languages: ['de'] }, { by: ['review_by_language'] }),
  'reviews in languages, by rating': feed('review_by_rating', { languages: ['de', 'en'], sortBy: 'rating' }),
  'reviews of a year': feed(
    'review_by_date',
    { publishedFrom: '2025-01-05', publishedTo: '2025-12-27' },
    // The days at both ends of the range are counted.
    { others: { unprepared: { by: ['review_by_date'], rows: 27 * 24 } } },
  ),
  'pinned reviews': feed('review_by_date', { showPinned: true }),
  'reviews of a small folder': feed('review_by_date', {}, { over: folderOf(3), rows: 3 * PAGE }),
  'reviews of a large folder': feed('review_by_date', {}, { over: folderOf(100), rows: 4 * 100 }),
  'one review': {
    run: async (database, { link }) => {
      const single = new SingleReviewQuery(database);
      await single.visible(link.accountId, 5_000, null, SHAPE);
      await single.visible(link.accountId, 10, 20, SHAPE);
    },
    statements: { 'feed_*': { ...byId(40), by: [...byId(0).by, 'review_of_link'] } },
  },
  'a review that is answered': {
    run: async (database, { link }) => {
      const reviews = new AnswerableReviewQuery(database);
      await reviews.find(link.accountId, 5_000, null);
      await reviews.find(link.accountId, 10, 20);
      await reviews.withRaw(link.accountId, 5_000);
    },
    statements: { unprepared: { ...byId(40), by: [...byId(0).by, 'review_of_link'] } },
  },
  'a part of an export': {
    run: (database, { link }) => new ReviewExportService(database).items(link.accountId, IDS),
    statements: { 'export-reviews': byId(6 * IDS.length) },
  },
  'hidden and pinned reviews': {
    run: async (database, data) => {
      const curation = new CurationQuery(database);
      await curation.list('hidden', coverageOf(data), null, SHAPE);
      await curation.list('pinned', coverageOf(data), null, SHAPE);
    },
    statements: { 'feed_*': { by: ['review_hidden', 'review_pinned', ...byId(0).by], rows: 2 } },
  },
  'the objects and links of a request': {
    run: async (database, { link, folderId }) => {
      const coverages = new CompositionQuery(database);
      await coverages.ofObject(link.accountId, link.objectId);
      await coverages.ofObjects(link.accountId, [link.objectId]);
      await new FolderCoverageQuery(database).objectsOf(link.accountId, folderId);
    },
    statements: {
      coverage_object: { by: [...LIVE, 'link_of_object'], rows: 4 },
      coverage_objects: { by: [...LIVE, 'link_of_object'], rows: 4 },
      coverage_folder: { by: LIVE, rows: 4 },
    },
  },
};

const EVERY_RATING = { lowest: 100, highest: 500, unrated: true };
const ALL_TIME = { from: '2000-01-01', to: '2030-12-31', undated: true };

const FIGURES: PlannedCases = {
  'a summary of a few days': {
    run: (database, data) =>
      new ReviewCountQuery(database).ofSummary(
        { coverage: coverageOf(data), visiblePerLink: null, rating: EVERY_RATING },
        { from: '2025-06-03', to: '2025-06-05', undated: false },
        { from: '2000-01-01', to: '2030-01-01' },
      ),
    statements: { 'feed_*': { by: ['review_by_date'], rows: 3 * 24 + 2 } },
  },
  'figures by language, and reply times': {
    run: async (database, data) => {
      const scope = { coverage: coverageOf(data), visiblePerLink: null, rating: EVERY_RATING };
      await new ReviewCountQuery(database).ofLanguages(scope, ALL_TIME, { from: '2000-01-01', to: '2030-01-01' });
      await new ReplyTimesQuery(database).readableFrom(scope, ALL_TIME, 0);
      await new ReplyTimesQuery(database).by('source', scope, ALL_TIME);
    },
    // Every dated reply is read, from its index.
    statements: { 'feed_*': { by: ['review_timed', 'review_by_date'], rows: 2 * ROWS } },
  },
  'a summary of all time, with its newest dates and the median delay of replies': {
    run: async (database, data) => {
      const scope = { coverage: coverageOf(data), visiblePerLink: null, rating: EVERY_RATING };
      const sourceIds = new Set([data.link.sourceId]);
      await new ReviewCountQuery(database).ofSummary(scope, ALL_TIME, { from: '2000-01-01', to: '2030-01-01' });
      await new NewestDatesQuery(database).among(scope, ALL_TIME, { sourceIds, hasReplies: true });
      await new ReplyDelayQuery(database).medianSeconds(
        scope,
        { ...ALL_TIME, from: '2025-12-25', undated: false },
        REPLY_SAMPLE,
      );
    },
    statements: {
      // The replies of the range are read, and the newest entry of each index.
      'feed_*': { by: ['review_by_date', 'review_by_reply', 'review_of_link', ...LIVE], rows: 7 * 24 },
    },
  },
};

const SYNC: PlannedCases = {
  'the newest change': {
    run: (database, { link }) => new SyncLogQuery(database).head(link.accountId),
    statements: { sync_head: ON_SMALL_TABLES },
  },
  'events of an object and of a folder': {
    run: async (database, { link, folderId }) => {
      const log = new SyncLogQuery(database);
      const object = { kind: 'object', objectId: link.objectId + 5 } as const;
      await log.scopeChanges(link.accountId, object, { from: 1, until: 2_000_000, limit: 5 });
      const folder = { kind: 'folder', folderId } as const;
      // Events of other folders are read, too; a client that reads often has few.
      await log.scopeChanges(link.accountId, folder, { from: FIRST_EVENT + ROWS - 20, until: 2_000_000, limit: 5 });
    },
    statements: {
      sync_scope_of_object: { by: ['sync_scope_change_of_object'], rows: 5 },
      sync_scope_of_folder: { by: ['sync_scope_change_pkey'], rows: 22 },
    },
  },
  'reviews of a walk, and reviews that changed': {
    run: async (database, { link, externalId }) => {
      const rows = new SyncRowsQuery(database);
      const page = { accountId: link.accountId, limit: PAGE, shape: { ...SHAPE, includeRaw: false } };
      await rows.positionOf(link.accountId, 5_000);
      const from = { linkId: link.linkId, externalId: externalId(7) };
      await rows.walk(page, { linkIds: [link.linkId], from, inScope: true, movedAt: null });
      await rows.changed(page, { objectIds: [link.objectId], after: 5_000, until: ROWS });
    },
    statements: { unprepared: { by: ['review_external', 'review_by_change', ...byId(0).by], rows: 6 * PAGE } },
  },
};

export const STATEMENTS_OF_REVIEWS: PlannedCases = { ...INTAKE, ...FEED, ...FIGURES, ...SYNC };
