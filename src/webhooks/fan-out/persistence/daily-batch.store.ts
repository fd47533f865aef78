import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { eventWaits } from '@libs/events';
import { nextFlush, type BatchWindow, type EventType, type Format } from '../../domain/subscription';

/** A daily batch that receives an event. */
interface WantedBatch {
  readonly webhookId: number;
  readonly eventType: EventType;
  readonly flushAt: Date;
  /** When the run finished, for `scrape.run.finished`. */
  readonly finishedAt: Date | null;
}

/** An event that a webhook receives. */
interface MatchedEvent {
  readonly event: { readonly eventType: EventType; readonly at: string; readonly finishedAt?: Date };
  readonly webhook: { readonly id: number; readonly batchWindow: BatchWindow };
}

/** A daily batch that is due. */
export interface DueDailyBatch {
  readonly id: number;
  readonly accountId: number;
  readonly webhookId: number;
  readonly schemaVersion: 2 | 3;
  readonly format: Format;
  readonly eventType: EventType;
  readonly finishedAt: Date | null;
  readonly now: Date;
}

/**
 * `not_before` of a batch that was sent: its row is kept for a while, so that no second one is sent on the same day.
 */
const ALREADY_SENT = `'infinity'::timestamptz`;
/** How long a batch waits for events from before its flush time that are not relayed yet. */
const MAX_WAIT_FOR_EVENTS = `interval '1 minute'`;

/** The daily batches of webhooks (contract §6.1). All in the caller's transaction. */
@Injectable()
export class DailyBatchStore {
  constructor(private readonly database: Database) {}

  /**
   * Finds or creates the batches of the matches whose webhooks receive daily batches: the first after the event that was not sent. Returns
   * their ids. A match without an id is delivered at once.
   */
  async join<M extends MatchedEvent>(accountId: number, matches: readonly M[]): Promise<ReadonlyMap<M, number>> {
    const joined = new Map<M, number>();
    let open = matches.flatMap((match) => flushAfter(match, new Date(match.event.at)));
    while (open.length > 0) {
      const ids = await this.findOrCreate(
        accountId,
        open.map(({ match: { event, webhook }, flushAt }) => ({
          webhookId: webhook.id,
          eventType: event.eventType,
          flushAt,
          finishedAt: event.finishedAt ?? null,
        })),
      );
      const sent: typeof open = [];
      for (const [place, { match, flushAt }] of open.entries()) {
        const id = ids[place] ?? null;
        if (id === null) sent.push(...flushAfter(match, flushAt));
        else joined.set(match, id);
      }
      open = sent;
    }
    return joined;
  }

  /** Finds or creates daily batches of webhooks of the account. Returns the id of each; null if it was sent already. */
  private async findOrCreate(accountId: number, wanted: readonly WantedBatch[]): Promise<readonly (number | null)[]> {
    const rows = await this.database.query<{ readonly id: number } & Omit<WantedBatch, 'finishedAt'>>(
      `insert into webhook_bucket as b (account_id, webhook_id, event_type, flush_at, not_before, finished_at)
       select $1, x.webhook_id, x.event_type, x.flush_at, x.flush_at, max(x.finished_at)
       from unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::timestamptz[]) x (webhook_id, event_type, flush_at, finished_at)
       group by x.webhook_id, x.event_type, x.flush_at order by x.webhook_id, x.event_type, x.flush_at
       on conflict (webhook_id, event_type, flush_at)
         do update set finished_at = greatest(b.finished_at, excluded.finished_at) where b.not_before < ${ALREADY_SENT}
       returning id, webhook_id as "webhookId", event_type as "eventType", flush_at as "flushAt"`,
      [
        accountId,
        wanted.map(({ webhookId }) => webhookId),
        wanted.map(({ eventType }) => eventType),
        wanted.map(({ flushAt }) => flushAt),
        wanted.map(({ finishedAt }) => finishedAt),
      ],
    );
    const ids = new Map(rows.map((row) => [keyOf(row), row.id]));
    return wanted.map((batch) => ids.get(keyOf(batch)) ?? null);
  }

  /**
   * Locks and returns the daily batch that has been due longest and whose webhook is active; null if none is due. A
   * batch waits, for a minute at most, for events of `eventNames` from before its flush time that are not relayed yet.
   */
  async due(eventNames: readonly string[]): Promise<DueDailyBatch | null> {
    const [batch] = await this.database.query<DueDailyBatch>(
      `select b.id, b.account_id as "accountId", b.webhook_id as "webhookId", w.schema_version as "schemaVersion", w.format,
         b.event_type as "eventType", b.finished_at as "finishedAt", clock_timestamp() as now
       from webhook_bucket b join webhook w on w.account_id = b.account_id and w.id = b.webhook_id and w.is_active
       where b.not_before <= statement_timestamp()
         and (b.flush_at < statement_timestamp() - ${MAX_WAIT_FOR_EVENTS}
           or not ${eventWaits('b.account_id', '$1::text[]', 'b.flush_at')})
       order by b.not_before, b.id limit 1
       for update of b skip locked for key share of w`,
      [eventNames],
    );
    return batch ?? null;
  }

  async reviewsOf(batch: DueDailyBatch): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      'select distinct review_id as id from webhook_item where account_id = $1 and bucket_id = $2 order by 1',
      [batch.accountId, batch.id],
    );
    return rows.map((row) => row.id);
  }

  /** Marks the batch as sent, so that no second one with its flush time is created. */
  async close(batch: DueDailyBatch): Promise<void> {
    await this.database.execute(
      `update webhook_bucket set not_before = ${ALREADY_SENT} where account_id = $1 and id = $2`,
      [batch.accountId, batch.id],
    );
  }

  /** Postpones a batch that could not be flushed, so that it does not delay other batches. */
  async postpone(batch: DueDailyBatch): Promise<void> {
    await this.database.execute(
      `update webhook_bucket set not_before = clock_timestamp() + interval '5 minutes' where account_id = $1 and id = $2`,
      [batch.accountId, batch.id],
    );
  }
}

const keyOf = ({ webhookId, eventType, flushAt }: Omit<WantedBatch, 'finishedAt'>): string =>
  `${webhookId} ${eventType} ${flushAt.getTime()}`;

/** The flush after this time, of a match whose webhook receives daily batches. */
function flushAfter<M extends MatchedEvent>(
  match: M,
  time: Date,
): readonly { readonly match: M; readonly flushAt: Date }[] {
  const flushAt = nextFlush(match.webhook.batchWindow, time);
  return flushAt === null ? [] : [{ match, flushAt }];
}
