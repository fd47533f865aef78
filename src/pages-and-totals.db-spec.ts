/**
 * Lists with a total: the page and the total are of one snapshot, so a row that is written meanwhile is in both or in neither. With two
 * snapshots, `has_next` could be true while the next page is empty (contract §1.2).
 */
import type { Database } from '@libs/database';
import { inEveryOrder } from '@test/support/interleaving';
import { insertReviews } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { AccountAuditQuery } from './audit/persistence/account-audit.query';
import { AccountStore } from './auth/persistence/account.store';
import { ApiKeyStore } from './auth/persistence/api-key.store';
import { RunHistoryQuery } from './collection/planning/persistence/run-history.query';
import { InboxQuery } from './notices/persistence/inbox.query';
import { NoticeStore } from './notices/persistence/notice.store';
import { QueuesQuery } from './operations/persistence/queues.query';
import { ReplyListQuery } from './replies/persistence/reply-list.query';
import type { Coverage } from './reviews/domain/coverage';
import { feedFilter, type FeedQueryParams } from './reviews/domain/feed-filter';
import { FeedCountQuery } from './reviews/feed/persistence/feed-count.query';
import { FeedQuery } from './reviews/feed/persistence/feed.query';
import { SupportMessageStore } from './support/persistence/support-message.store';
import { RecoveryStore } from './webhooks/recoveries/persistence/recovery.store';
import { DeliveryQuery } from './webhooks/subscriptions/persistence/delivery.query';

interface Given extends LinkFixture {
  readonly database: Database;
}
interface PageAndTotal {
  readonly rows: number;
  readonly total: number;
}
interface List {
  readonly read: (given: Given) => Promise<PageAndTotal>;
  /** Adds a row to the list. */
  readonly add: (given: Given) => Promise<unknown>;
}

const PAGE = { limit: 50, offset: 0 };
const WEBHOOK_ID = 1;

const counted = (rows: readonly unknown[], total: number): PageAndTotal => ({ rows: rows.length, total });
const insert =
  (sql: string): List['add'] =>
  ({ database, accountId, objectId, linkId, sourceId }) =>
    database.query(
      `with given (account_id, object_id, link_id, source_id) as (values ($1::bigint, $2::bigint, $3::bigint, $4::int)) ${sql}`,
      [accountId, objectId, linkId, sourceId],
    );

function feed(params: Partial<FeedQueryParams>, mode: Coverage['mode'] = 'object'): List['read'] {
  const all: FeedQueryParams = {
    ...{ linkIds: [], sourceIds: [], sortBy: 'date', sortOrder: 'desc', showPinned: false },
    ...{ includeDeleted: false, onlyDeleted: false, showHidden: false, ...params },
  };
  return async ({ database, accountId, objectId, linkId, sourceId }) => {
    const query = new FeedQuery(database, new FeedCountQuery(database));
    const links = [{ id: linkId, objectId, sourceId }];
    const request = {
      coverage: { accountId, mode, objectIds: [objectId], links, includesEveryLink: true },
      ...{ filter: feedFilter(all), visiblePerLink: null, sort: all.sortBy, direction: all.sortOrder },
      showPinned: all.showPinned,
      shape: { version: 'v3', showsCuration: true, includeRaw: false, separatePosNeg: false, onlyIds: true } as const,
    };
    const { items, total } = await query.page(request, PAGE);
    return counted(items, total);
  };
}

const review: List['add'] = ({ database, ...link }) =>
  insertReviews(database, [{ ...link, reviewDate: '2026-05-04T10:00:00', rating: 4, text: 'A quiet room' }]);
const pinnedReview: List['add'] = ({ database, ...link }) =>
  insertReviews(database, [{ ...link, reviewDate: '2026-05-04T10:00:00', pinPosition: 0 }]);
const run = `, new_run as (insert into run (account_id, cause) select account_id, 'manual' from given returning id)
  insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, outcome, ended_at)
  select r.id, g.account_id, g.object_id, g.link_id, g.source_id, clock_timestamp(), false, 1, 'ended', 'failed', clock_timestamp()
  from given g, new_run r`;
const delivery = `insert into webhook_delivery (id, account_id, webhook_id, event_id, state, settled_at, event_type, body)
  select nextval('webhook_delivery_id'), account_id, ${WEBHOOK_ID}, 0, 'success', clock_timestamp(), 'reviews.new', '' from given`;
const notice = `insert into notice (account_id, kind, subject, body) select account_id, 'test', 's', 'b' from given`;

const LISTS: Readonly<Record<string, List>> = {
  'the feed by rating': { read: feed({ sortBy: 'rating' }), add: review },
  'the feed by date, ascending': { read: feed({ sortOrder: 'asc' }), add: review },
  'the feed of a folder': { read: feed({}, 'objects'), add: review },
  'the feed of a search': { read: feed({ search: 'quiet' }), add: review },
  'the feed of some months': { read: feed({ publishedFrom: '2026-01-15', publishedTo: '2026-07-15' }), add: review },
  'the feed with pinned reviews': { read: feed({ showPinned: true }), add: pinnedReview },
  replies: {
    read: async ({ database, accountId }) => {
      const filter = { states: [], reviewIds: null, objectIds: null };
      const { items, total } = await new ReplyListQuery(database).page(accountId, filter, PAGE);
      return counted(items, total);
    },
    add: insert(`insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text)
      select account_id, nextval('review_id_seq'), object_id, link_id, source_id, '', 'pending', 'publish', 't' from given`),
  },
  runs: {
    read: async ({ database, accountId }) => {
      const { runs, total } = await new RunHistoryQuery(database).page(accountId, { state: null, since: null }, PAGE);
      return counted(runs, total);
    },
    add: insert(run),
  },
  'runs of an object': {
    read: async ({ database, accountId, objectId }) => {
      const history = new RunHistoryQuery(database);
      const { runs, total } = await history.pageOfObject(accountId, objectId, { state: null, since: null }, PAGE);
      return counted(runs, total);
    },
    add: insert(run),
  },
  keys: {
    read: async ({ database, accountId }) => {
      const { keys, total } = await new ApiKeyStore(database, {} as never).page(accountId, PAGE);
      return counted(keys, total);
    },
    add: insert(`insert into api_key (account_id, digest, key_scope, display_prefix)
      select account_id, sha256(gen_random_uuid()::text::bytea), 'full', 'x' from given`),
  },
  accounts: {
    read: async ({ database }) => {
      const filter = { search: 'Counted', plan: null, status: null };
      const { accounts, total } = await new AccountStore(database, {} as never).page(PAGE, filter);
      // Accounts of earlier orders remain.
      return { rows: Math.min(accounts.length, total), total: Math.min(total, PAGE.limit) };
    },
    add: insert(`insert into account (name, plan) select 'Counted', 'full' from given`),
  },
  'the audit trail': {
    read: async ({ database, accountId }) => {
      const filter = { actor: null, action: null, since: null };
      const { entries, total } = await new AccountAuditQuery(database).page(accountId, filter, PAGE);
      return counted(entries, total);
    },
    add: insert(
      `insert into audit_entry (account_id, actor, action, target_type) select account_id, 'service', 'a', 't' from given`,
    ),
  },
  'messages to the operator': {
    read: async ({ database }) => {
      const { messages, total } = await new SupportMessageStore(database).page({ ...PAGE, done: undefined });
      return { rows: messages.length, total: Math.min(total, PAGE.limit) };
    },
    add: insert(`insert into support_message (account_id, person_id, message) select account_id, 1, 'm' from given`),
  },
  'failed work': {
    read: async ({ database }) => {
      const { jobs, total } = await new QueuesQuery(database).failed(null, PAGE);
      return { rows: jobs.length, total: Math.min(total, PAGE.limit) };
    },
    add: insert(run),
  },
  'recoveries of a webhook': {
    read: async ({ database, accountId }) => {
      const { recoveries, total } = await new RecoveryStore(database).page(accountId, WEBHOOK_ID, PAGE);
      return counted(recoveries, total);
    },
    add: insert(`insert into webhook_recovery (account_id, webhook_id, since, until, statuses, matched, state, ended_at)
      select account_id, ${WEBHOOK_ID}, now(), now(), '{}', 0, 'finished', now() from given`),
  },
  'deliveries of a webhook': {
    read: async ({ database, accountId }) => {
      const filter = { state: null, event: null, since: null, until: null };
      const { deliveries, total } = await new DeliveryQuery(database).page(accountId, WEBHOOK_ID, filter, PAGE);
      return counted(deliveries, total);
    },
    add: insert(delivery),
  },
  notices: {
    read: async ({ database, accountId }) => {
      const { notices, total } = await new NoticeStore(database).page(accountId, PAGE);
      return counted(notices, total);
    },
    add: insert(notice),
  },
  'notices in the console': {
    read: async ({ database, accountId }) => {
      const reader = { accountId, personId: 1, memberSince: new Date(0), hiddenKinds: [] };
      const { notices, total } = await new InboxQuery(database).page(reader, PAGE);
      return counted(notices, total);
    },
    add: insert(notice),
  },
};

describe('a page and its total are of one snapshot', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  it.each(Object.entries(LISTS))('%s', async (_, { read, add }) => {
    let answer: PageAndTotal | null = null;
    const totals = new Set<number>();
    await inEveryOrder<Given>({
      on: fixture.database,
      given: async () => {
        const given = { database: fixture.database, ...(await aLink(fixture.database)) };
        await add(given);
        return given;
      },
      contenders: {
        Reader: async (given) => void (answer = await read(given)),
        Writer: add,
      },
      holds: () => {
        expect(answer).toEqual({ rows: answer?.total, total: answer?.total });
        totals.add(answer?.total ?? 0);
      },
    });
    // The row was written before the page in some orders, and after it in others.
    expect(totals.size).toBeGreaterThan(1);
  });
});
