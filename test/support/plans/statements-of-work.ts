/** The statements of collections, of consents, of replies, of events and deliveries, and of the access of keys and persons. */
import { Outbox } from '@libs/events';
import { OutboxLeases } from '@libs/events/outbox-leases';
import type { AccessConnections } from '@src/auth/persistence/access-connections';
import { KeyHolderQuery } from '@src/auth/persistence/key-holder.query';
import { RequestWindowStore } from '@src/auth/persistence/request-window.store';
import { claimStatements } from '@src/collection/persistence/claim-statements';
import { RunLeaseStore, type ClaimedLink } from '@src/collection/persistence/run-lease.store';
import { SourceHealthStore, SourcePaceStore } from '@src/collection/health';
import { RunResultStore, type PassResult } from '@src/collection/outcomes/persistence/run-result.store';
import { RunPlanningStore } from '@src/collection/planning';
import { PassStartStore } from '@src/collection/visiting/persistence/pass-start.store';
import { ConsentFlowStore } from '@src/connections/persistence/consent-flow.store';
import { MemberStore } from '@src/console/identity/persistence/member.store';
import { SessionStore } from '@src/console/identity/persistence/session.store';
import { ReplyLeaseStore } from '@src/replies/persistence/reply-lease.store';
import { ReplyStore } from '@src/replies/persistence/reply.store';
import { COLLECTION_RUN_FINISHED } from '@src/reviews';
import { DeliverySettleStore } from '@src/webhooks/persistence/delivery-settle.store';
import { WebhookLeaseStore } from '@src/webhooks/persistence/webhook-lease.store';
import { FanOutStore } from '@src/webhooks/fan-out/persistence/fan-out.store';
import { ClaimStore } from '@src/webhooks/listeners/persistence/claim.store';
import { MAX_LOOKED_AT, RecentReviewsQuery } from '@src/webhooks/preview/persistence/recent-reviews.query';
import { FIRST_WAITING_ID, LISTENER_ID, PERSONS, WEBHOOK_ID, type PlanData } from './plan-data';
import { ON_SMALL_TABLES, rolledBack, WRITES_ONE_ROW, type PlannedCases, type Serving } from './planned-statements';

const REVIEW_IDS = [5, 500, 5_000];
const LIVE = [
  ...['tracked_object_pkey', 'tracked_object_account_id_id_key'],
  ...['link_pkey', 'link_account_id_id_key', 'link_collection_pkey'],
];
const by = (indexes: readonly string[], rows: number, writes = 0): Serving => ({ by: indexes, rows, writes });
/** The links that are being collected are few: there is one for each place of each worker. */
const ofClaim = by(['run_link_pkey', 'run_link_leased', ...LIVE], 6, 1);
const byRun = by(['run_pkey', 'run_link_of_run', 'run_fact_of_run', ...LIVE], 10, 1);

const claimOf = ({ runLinkId, token, runId, link }: PlanData): ClaimedLink => ({
  ...{ runLinkId, token, runId, ...link, url: '', attempts: 1 },
  ...{ wantsFull: false, isFirst: false, collectable: true, isShared: false, showsWindow: false },
  ...{ sourceClosedUntil: null, knownNewest: null, knownChange: null, traceparent: null },
});
const PASS: PassResult = {
  ...{ beganAt: new Date(), stopReason: 'end', warning: null, object: null, seenFloor: '-infinity', newestDate: null },
  ...{ list: 'proven', deleted: 0, fields: [], unread: {}, everyMs: 1, fullEveryMs: 1 },
};
const END_OF_RUN = {
  'hold-run': byRun,
  'end-run-link': ofClaim,
  'finish-run-if-done': byRun,
  'objects-of-run': byRun,
  'facts-of-run': byRun,
  'outbox-write': { ...ON_SMALL_TABLES, writes: 2 },
};
const resultsOn = (database: ConstructorParameters<typeof RunResultStore>[0]): RunResultStore =>
  new RunResultStore(database, new Outbox(database));
const limitsOf = ({ link }: PlanData) => [{ sourceId: link.sourceId, concurrency: 5, accountLimit: 100 }];

/** The indexes of a claim. Leases are few, and queues are read in their order. */
const CLAIM = by(
  [
    'run_link_leased',
    'run_link_waiting',
    'run_link_tried',
    'run_link_of_run',
    'run_link_one_open',
    'link_of_page',
    ...ofClaim.by,
    'account_queue_next',
    'account_queue_turn',
    'account_queue_pkey',
    'account_pace_held',
    'account_pace_pkey',
  ],
  80,
  10,
);

const COLLECTION: PlannedCases = {
  'due links are planned': {
    run: (database) =>
      rolledBack(database, async () => {
        const planning = new RunPlanningStore(database);
        const { links } = await planning.lockDue(2);
        await planning.createRuns([], [{ linkId: links[0]?.linkId ?? 0, nextRunAt: new Date() }]);
      }),
    statements: {
      'find-due-links': by(['link_collection_due'], 4),
      'find-due-links-round-robin': by(['link_collection_due_of_account', 'link_collection_first_of_account'], 100),
      'lock-due-links': by(['link_collection_pkey'], 3),
      'read-plannable-links': by(
        [...LIVE, 'review_missed', 'run_link_one_open', 'run_link_link_id_scheduled_at_key'],
        10,
      ),
      'create-runs': by(['link_collection_pkey'], 2, 1),
    },
  },
  'links are claimed': {
    run: async (database, data) => {
      const leases = new RunLeaseStore(database);
      await rolledBack(database, () => leases.claim(limitsOf(data), 1_000, null));
      await rolledBack(database, () =>
        database.together(claimStatements(limitsOf(data), 1_000, null, 1, 'all sources')),
      );
      await rolledBack(database, () => leases.claim(limitsOf(data), 1_000, data.runId));
      await rolledBack(database, () => leases.claimCompanions(claimOf(data)));
    },
    statements: {
      'claim-run-links-1': CLAIM,
      'claim-run-links-anywhere-1': CLAIM,
      'claim-links-of-run-1': CLAIM,
      'share-visits': CLAIM,
      'settle-account-queues': CLAIM,
      'join-visit': by(['link_of_page', 'run_link_one_open', ...ofClaim.by], 8, 1),
      'companions-of-visit': by(['run_link_companions', ...ofClaim.by], 4),
    },
  },
  'a pass begins, and counts what it read': {
    run: (database, data) =>
      rolledBack(database, async () => {
        const [leases, claim] = [new RunLeaseStore(database), claimOf(data)];
        const road = { name: 'owner', readBy: 'owner', readsOtherRoad: false, everyMs: 1_800_000 } as const;
        await database.prepared(new PassStartStore(database, leases).inProgressStatement(claim, road));
        const counts = { pages: 1, read: 1, inserted: 1, changed: 1 };
        await leases.lock(claim);
        await database.prepared(leases.countStatement(claim, counts));
      }),
    statements: {
      'show-in-progress': by(['review_pkey', 'link_total_pkey', ...ofClaim.by], 8, 1),
      'hold-claim': ofClaim,
      'count-slice': ofClaim,
    },
  },
  'a pass ends': {
    run: async (database, data) => {
      const [results, claim] = [resultsOn(database), claimOf(data)];
      const object = { name: 'Name', reviewCount: 1, rating: 4, ratingOriginal: null };
      await rolledBack(database, async () =>
        results.saveSuccess(claim, await database.together(results.lockLinkStatements(claim, object)), PASS),
      );
      await rolledBack(database, () => results.saveFailure(claim, { scrapeError: 'network: x', kind: 'passing' }));
      await rolledBack(database, () => results.saveDropped(claim));
    },
    statements: {
      'save-link-name': by(['link_pkey'], 1),
      'hold-collection': by(['link_collection_pkey'], 1),
      'save-success': by(['link_collection_pkey', 'review_of_link'], 4, 1),
      'save-failure': by(['link_collection_pkey'], 1, 1),
      'save-dropped': by(['link_collection_pkey'], 1, 1),
      ...END_OF_RUN,
    },
  },
  'the pace and the health of a source': {
    run: (database, data) =>
      rolledBack(database, async () => {
        const [pace, health, claim] = [new SourcePaceStore(database), new SourceHealthStore(database), claimOf(data)];
        await pace.reserve({ ...data.link, runId: 1, isFirst: false }, { minDelayMs: 1, dailyRequests: 1_000 }, 1_000);
        await database.query('update run_link set ended_at = now() where id = $1', [claim.runLinkId]);
        await database.together([
          pace.resetRefusalsStatement(data.link.sourceId),
          health.visitStatement(claim, 'success'),
          health.fieldsStatement(data.link.sourceId, [{ field: 'text', reviews: 1, filled: 1 }]),
          health.unreadStatement(data.link.sourceId, { date: 1 }),
        ]);
      }),
    statements: {
      'reserve-request': WRITES_ONE_ROW,
      'reset-refusals': WRITES_ONE_ROW,
      'count-visit': ofClaim,
      'count-fields': WRITES_ONE_ROW,
      'count-unread': WRITES_ONE_ROW,
      unprepared: ofClaim,
    },
  },
};

const REPLIES: PlannedCases = {
  'the next reply is claimed': {
    run: (database) => rolledBack(database, () => new ReplyLeaseStore(database).claim(1_000)),
    statements: { 'claim-reply': by(['review_reply_due', 'review_reply_pkey'], 2, 1) },
  },
  'replies that a collection may change': {
    run: (database, { small }) => new ReplyStore(database).toVerify(small.accountId, [small.objectId]),
    statements: { 'replies-to-verify': by(['review_reply_of_object', 'review_reply_key', 'review_pkey'], 2) },
  },
};

const CONSENTS: PlannedCases = {
  'the next consent is claimed': {
    run: (database) => rolledBack(database, () => new ConsentFlowStore(database).claim(1_000)),
    statements: { unprepared: by(['consent_flow_due', 'consent_flow_pkey', 'consent_flow_account_id_id_key'], 2, 1) },
  },
};

const EVENT_NAMES = ['A', 'B', 'CollectionRunFinished'];

const EVENTS: PlannedCases = {
  'events are written and relayed': {
    run: (database, { link, runId }) =>
      rolledBack(database, async () => {
        const payload = { run_id: runId, object_ids: [], finished_at: '2026-01-01T00:00:00Z' };
        await new Outbox(database).write(COLLECTION_RUN_FINISHED.of(link.accountId, payload));
        const leases = new OutboxLeases(database);
        const lease = await leases.next(EVENT_NAMES);
        if (lease === null) return;
        const due = await leases.due(lease, EVENT_NAMES, 10);
        await leases.markRelayed(lease, [...due.map((event) => event.id), FIRST_WAITING_ID]);
        await leases.release(lease);
      }),
    statements: {
      'outbox-write': WRITES_ONE_ROW,
      'outbox-claim': WRITES_ONE_ROW,
      'outbox-release': WRITES_ONE_ROW,
      'outbox-waiting': by(['outbox_waiting_of_account'], 20),
      'outbox-due': by(['outbox_waiting_of_account', 'outbox_pkey'], 2 * EVENT_NAMES.length * 10 + 10),
      // The ids are known, and the statement has no order that an index could have.
      'outbox-relayed': { ...by(['outbox_pkey'], 11, 11), exceptOneRow: true },
    },
  },
  'webhooks that receive events': {
    run: async (database, { link, runId }) => {
      const fanOut = new FanOutStore(database);
      const occasion = { eventType: 'reviews.new', at: new Date().toISOString() } as const;
      await fanOut.receivers(link.accountId, [occasion, occasion]);
      const objectIds = [link.objectId];
      const selections = [
        { objectIds, runId: null, reviewIds: REVIEW_IDS },
        { objectIds, runId, fact: 'appeared' },
      ] as const;
      await fanOut.selectableReviews(link.accountId, selections);
      await fanOut.reviewsToSend(link.accountId, REVIEW_IDS, false);
    },
    statements: {
      // The webhooks of the account for each of two events.
      'webhooks-subscribed-to-events': { ...ON_SMALL_TABLES, rows: 2 * 6 },
      unprepared: by(['review_pkey', 'run_fact_of_run', ...LIVE], 6 * (REVIEW_IDS.length + 1)),
    },
  },
  'recent reviews are judged by the settings of a webhook': {
    run: async (database, { link }) => {
      const recent = new RecentReviewsQuery(database);
      await recent.newest(link.accountId, false);
      await recent.hasOlderOfWeek(link.accountId);
    },
    // The ids of the newest reviews, and the review, link and object of each.
    statements: { unprepared: by(['review_pkey', ...LIVE], 4 * MAX_LOOKED_AT + 1) },
  },
  'deliveries of a listener are claimed and settled': {
    run: async (database, { link }) => {
      const claims = new ClaimStore(database);
      const listener = { accountId: link.accountId, webhookId: LISTENER_ID };
      await claims.ready([listener]);
      await rolledBack(database, async () => {
        const attempts = (await claims.claim(listener, 4)).map(({ id, token }) => ({
          delivery: { ...listener, id, token, tries: 0 },
          result: { statusCode: 500, error: null, durationMs: 3 },
          ...{ outcome: 'retry' as const, waitMs: 1_000, retryAfterS: null },
        }));
        await new DeliverySettleStore(database).settleClaimed(attempts);
      });
    },
    statements: {
      // The first deliveries of the listener, of which the claim takes four.
      'listeners-with-deliveries': by(['webhook_delivery_due'], 20),
      'claim-deliveries': by(['webhook_delivery_due'], 20, 4),
      'settle-claimed-deliveries': by(['webhook_delivery_pkey'], 4, 4),
      'count-webhook-failures': WRITES_ONE_ROW,
    },
  },
  'deliveries are read and settled': {
    run: async (database, { link, token }) => {
      const lease = { accountId: link.accountId, webhookId: WEBHOOK_ID, token };
      const after = { at: '-infinity', id: 0 };
      await new WebhookLeaseStore(database).due([{ lease: { ...lease, after }, count: 10 }], 10);
      await rolledBack(database, () => {
        const attempts = [1, 3, 5].map((id) => ({
          delivery: { ...lease, id, tries: 0 },
          result: { statusCode: 500, error: null, durationMs: 3 },
          ...{ outcome: 'retry' as const, waitMs: 1_000, retryAfterS: null },
        }));
        const state = { webhookId: WEBHOOK_ID, token, timedOut: false, slots: 0, isReleased: true };
        return new DeliverySettleStore(database).settle(attempts, [state], true);
      });
    },
    statements: {
      'due-deliveries': by(['webhook_delivery_due'], 10),
      'lock-webhooks': ON_SMALL_TABLES,
      'lock-leases': ON_SMALL_TABLES,
      'settle-deliveries': by(['webhook_delivery_pkey'], 3, 3),
      'store-leases': by(['webhook_delivery_due'], 3, 1),
      'count-webhook-failures': WRITES_ONE_ROW,
    },
  },
};

const ACCESS: PlannedCases = {
  'a key is checked': {
    run: async (database) => {
      const connections = { lookups: database, window: database } as AccessConnections;
      await new KeyHolderQuery(connections).holder(Buffer.alloc(32));
      const window = new RequestWindowStore(connections);
      await rolledBack(database, () => window.take([{ id: 5, admitted: 1, waiting: 1 }], 300));
      await window.processes();
    },
    statements: {
      'auth-key-holder-until': by(['api_key_digest_key'], 1),
      'auth-take-requests': WRITES_ONE_ROW,
      'auth-api-processes': ON_SMALL_TABLES,
    },
  },
  'a session is checked': {
    run: async (database, { link }) => {
      await new SessionStore(database, { HREV_CONSOLE_MFA: 'all' }).find(Buffer.alloc(32), false);
      await new MemberStore(database).role(PERSONS, link.accountId);
    },
    statements: {
      'console-session': by(['session_digest_key', 'person_pkey', 'membership_person'], 4),
      'console-role': by(['membership_pkey', 'membership_person'], 1),
    },
  },
};

export const STATEMENTS_OF_WORK: PlannedCases = { ...COLLECTION, ...CONSENTS, ...REPLIES, ...EVENTS, ...ACCESS };
