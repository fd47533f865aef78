/** Rows that the checks read while no work is pending. */
import type { SoakHarness } from './soak-harness';

export interface ReviewRecord {
  readonly id: number;
  readonly object_id: number;
  readonly link_id: number;
  readonly external_id: string;
  readonly text: string | null;
  readonly rating: number | null;
  readonly reply_text: string | null;
  readonly is_deleted: boolean;
  readonly is_hidden: boolean;
  readonly first_seen_ms: number;
}

/** An ended run link. */
export interface VisitRecord {
  readonly link_id: number;
  readonly run_id: number;
  readonly account_id: number;
  readonly started_ms: number;
  readonly ended_ms: number;
  readonly finished_ms: number;
  readonly outcome: string;
  /** Whether its object was deleted before the run's end was relayed: its deliveries are no longer required (contract §6.1). */
  readonly is_deleted: boolean;
  /** Whether the event of the run's end is not relayed yet. Collections continue while the checks read. */
  readonly is_waiting: boolean;
}

export interface DeliveryRecord {
  readonly id: number;
  readonly webhook_id: number;
  readonly event_type: string;
  readonly run_id: number | null;
  readonly state: string;
  readonly attempts: number;
}

export interface ReplyRecord {
  readonly review_id: number;
  readonly state: string;
  readonly text: string;
  readonly error: string | null;
}

const EPOCH_MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

export const reviewRecords = (harness: SoakHarness): Promise<ReviewRecord[]> =>
  harness.postgres.query<ReviewRecord>(
    `select id::int, object_id::int, link_id::int, external_id, text, rating::int, reply_text,
       deleted_at is not null as is_deleted, hidden_at is not null as is_hidden,
       ${EPOCH_MS('first_seen_at')} as first_seen_ms
     from review order by id`,
  );

export const visitRecords = (harness: SoakHarness): Promise<VisitRecord[]> =>
  harness.postgres.query<VisitRecord>(
    `select l.link_id::int, l.run_id::int, l.account_id::int, ${EPOCH_MS('l.started_at')} as started_ms,
       ${EPOCH_MS('l.ended_at')} as ended_ms, ${EPOCH_MS('r.finished_at')} as finished_ms, l.outcome,
       coalesce(o.deleted_at <= coalesce(e.relayed_at, 'infinity'), false) as is_deleted,
       e.id is not null and e.relayed_at is null as is_waiting
     from run_link l join run r on r.id = l.run_id join tracked_object o on o.id = l.object_id
     left join outbox e on e.event = 'CollectionRunFinished' and (e.payload ->> 'run_id')::bigint = r.id
     where l.state = 'ended' and r.finished_at is not null and l.started_at is not null order by l.id`,
  );

export const deliveryRecords = (harness: SoakHarness): Promise<DeliveryRecord[]> =>
  harness.postgres.query<DeliveryRecord>(
    'select id::int, webhook_id::int, event_type, run_id::int, state, attempts from webhook_delivery order by id',
  );

export const replyRecords = (harness: SoakHarness): Promise<ReplyRecord[]> =>
  harness.postgres.query<ReplyRecord>('select review_id::int, state, text, error from review_reply order by review_id');
