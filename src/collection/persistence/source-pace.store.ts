import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { ACCOUNTS_THAT_CLOSE, ASKED_EVERY_MS, PAGES_THAT_CLOSE, judgeRefusals } from '../domain/closing';
import { HELD_FOR_ONE_ACCOUNT_EVERY_MS, dayShare, heldForAllMs } from '../domain/pace';
import { HOLD_ALL, HOLD_ONE, NOTE_PATIENCE, RESERVE, type NotedPatience, type Reserved } from './pace-statements';

/** Whose visit asks a source for something. */
export interface Asker {
  readonly sourceId: number;
  readonly accountId: number;
}

/**
 * A moment at which a request may start, or why none may:
 *   ceiling  the day's requests are used up, or all but those that are kept for first collections
 *   share    the account has had its share of the day, and other accounts wait
 *   held     the platform asked for more patience than a visit has; `forMs` at least
 */
export type Reservation =
  | { readonly waitMs: number }
  | { readonly refused: 'ceiling' | 'share' }
  | { readonly refused: 'held'; readonly forMs: number };

/** A visit that the platform itself refused. */
export interface RefusedVisit extends Asker {
  readonly url: string;
}

/** How hard each source is worked by all processes together (contract §10.5). */
@Injectable()
export class SourcePaceStore {
  constructor(private readonly database: Database) {}

  /**
   * Reserves the next moment at which a request may start, `minDelayMs` after the one before, whoever made that. Nothing is
   * reserved further ahead than `patienceMs`.
   */
  async reserve(
    asker: Asker & { readonly isFirst: boolean },
    pace: { readonly minDelayMs: number; readonly dailyRequests: number },
    patienceMs: number,
  ): Promise<Reservation> {
    const { ceiling, ofAccount } = dayShare(pace.dailyRequests, asker.isFirst);
    const values = [asker.sourceId, asker.accountId, pace.minDelayMs, ceiling, ofAccount, patienceMs];
    for (;;) {
      const [row] = await this.database.prepared<Reserved>({ name: 'reserve-request', text: RESERVE, values });
      if (!row) throw new Error('nothing was said of a reservation');
      if (row.waitMs !== null) return { waitMs: Math.max(0, row.waitMs) };
      if (row.heldMs > 0) return { refused: 'held', forMs: row.heldMs };
      if (row.isShareSpent) return { refused: 'share' };
      if (row.isUsedUp) return { refused: 'ceiling' };
      if (row.sourceMs > patienceMs) return { refused: 'held', forMs: row.sourceMs };
      // Others reserved while the statement waited for them: why it was refused is seen only by a new one.
    }
  }

  /** How long the day, and with it a used-up ceiling, still lasts. */
  async restOfDayMs(): Promise<number> {
    const [row] = await this.database.query<{ rest: number }>(
      `select ceil(extract(epoch from (current_date + 1)::timestamptz - clock_timestamp()) * 1000) as rest`,
    );
    return Math.max(1, row?.rest ?? 1);
  }

  /**
   * The platform asked a visit for `askedMs` of patience: its account asks nothing there before they are over, and nobody does
   * where the platform has asked others too (`domain/pace.ts`).
   */
  async holdBack(asker: Asker, askedMs: number): Promise<void> {
    const { sourceId, accountId } = asker;
    await this.database.transaction(async () => {
      await this.database.query(HOLD_ONE, [sourceId, accountId, askedMs]);
      // The row stays locked until the end, as for refusals.
      const [noted] = await this.database.query<NotedPatience>(NOTE_PATIENCE, [
        sourceId,
        accountId,
        HELD_FOR_ONE_ACCOUNT_EVERY_MS,
      ]);
      if (!noted) throw new Error('nothing was noted of a source');
      const forMs = heldForAllMs(askedMs, { ...noted, isShared: await this.isShared(sourceId) });
      if (forMs > 0) await this.database.query(HOLD_ALL, [sourceId, forMs, noted.accounts < 2]);
    });
  }

  /** The statement that notes that a visit got through; the last of its transaction, because all visits of a source meet here. */
  answered(sourceId: number): PreparedStatement {
    return {
      name: 'note-answered',
      text: `update source_pace set blocks_in_a_row = 0, refused_pages = '{}', refused_accounts = '{}', closures_in_a_row = 0,
               patient_accounts = '{}'
             where source_id = $1 and (blocks_in_a_row > 0 or patient_accounts <> '{}')`,
      values: [sourceId],
    };
  }

  /**
   * Notes that the platform refused a visit, and closes the source where that is its answer to everybody. True where a link
   * of another account should be visited at once to settle it; `RunPlanningStore.takeOther` finds one. While the source is closed, refusals
   * of visits that began before do not count.
   */
  async noteBlocked(visit: RefusedVisit): Promise<boolean> {
    return this.database.transaction(async () => {
      // The row stays locked until the end: refusals at the same moment are judged one after the other.
      const [noted] = await this.database.query<NotedRefusals>(NOTE_REFUSAL, [
        visit.sourceId,
        visit.accountId,
        visit.url,
        PAGES_THAT_CLOSE,
        ACCOUNTS_THAT_CLOSE,
        ASKED_EVERY_MS,
      ]);
      if (!noted) throw new Error('nothing was noted of a source');
      const closing = judgeRefusals({ ...noted, isShared: await this.isShared(visit.sourceId) });
      if (closing === 'ask') return noted.mayAsk && (await this.noteAsked(visit.sourceId));
      if (closing !== 'none') await this.close(visit.sourceId, closing.closedForMs);
      return false;
    });
  }

  /** Whether more than one account has links there. */
  private async isShared(sourceId: number): Promise<boolean> {
    const [row] = await this.database.query<{ isShared: boolean }>(IS_SHARED, [sourceId]);
    return row?.isShared === true;
  }

  private async noteAsked(sourceId: number): Promise<true> {
    await this.database.query('update source_pace set asked_at = clock_timestamp() where source_id = $1', [sourceId]);
    return true;
  }

  private async close(sourceId: number, forMs: number): Promise<void> {
    await this.database.query(
      `update source_pace set closed_until = clock_timestamp() + $2 * interval '1 millisecond',
         closures_in_a_row = closures_in_a_row + 1, refused_pages = '{}', refused_accounts = '{}'
       where source_id = $1`,
      [sourceId, forMs],
    );
  }
}

interface NotedRefusals {
  readonly pages: number;
  readonly accounts: number;
  readonly closures: number;
  readonly mayAsk: boolean;
}

/** As many pages and accounts are kept as it takes to close, so that the row stays small; none while the source is closed. */
const NOTE_REFUSAL = `
  insert into source_pace as p (source_id, blocks_in_a_row, refused_pages, refused_accounts)
  values ($1, 1, array[md5($3)], array[$2::bigint])
  on conflict (source_id) do update set blocks_in_a_row = p.blocks_in_a_row + 1,
    refused_pages = case
      when p.closed_until > clock_timestamp() or md5($3) = any(p.refused_pages) or cardinality(p.refused_pages) >= $4
      then p.refused_pages else p.refused_pages || md5($3) end,
    refused_accounts = case
      when p.closed_until > clock_timestamp() or $2 = any(p.refused_accounts) or cardinality(p.refused_accounts) >= $5
      then p.refused_accounts else p.refused_accounts || $2::bigint end
  returning cardinality(refused_pages) as pages, cardinality(refused_accounts) as accounts, closures_in_a_row as closures,
    asked_at <= clock_timestamp() - $6 * interval '1 millisecond' as "mayAsk"`;

/** The ends of the index of a source's links by account: no link is counted. */
const IS_SHARED = `
  select min(account_id) < max(account_id) as "isShared" from link
  where source_id = $1 and is_active and deleted_at is null`;
