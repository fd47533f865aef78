import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { closureMs } from '../domain/failure';

/** How hard each source is worked by all processes together (decisions §5, "Politeness"). */
@Injectable()
export class SourcePaceStore {
  constructor(private readonly database: Database) {}

  /**
   * Reserves the next moment at which a request may start, `minDelayMs` after the one before, whoever made that. Returns
   * the wait in milliseconds, or null if the day's requests are used up.
   */
  async reserve(
    sourceId: number,
    pace: { readonly minDelayMs: number; readonly dailyRequests: number },
  ): Promise<number | null> {
    const [row] = await this.database.prepared<{ waitMs: number }>({
      name: 'reserve-request',
      text: `
        insert into source_pace as p (source_id, next_request_at, used_on, requests_used)
        values ($1, clock_timestamp() + $2 * interval '1 millisecond', current_date, 1)
        on conflict (source_id) do update set
          next_request_at = greatest(p.next_request_at, clock_timestamp()) + $2 * interval '1 millisecond',
          used_on = current_date,
          requests_used = case when p.used_on = current_date then p.requests_used + 1 else 1 end
        where p.used_on <> current_date or p.requests_used < $3
        returning extract(epoch from next_request_at - $2 * interval '1 millisecond' - clock_timestamp()) * 1000 as "waitMs"`,
      values: [sourceId, pace.minDelayMs, pace.dailyRequests],
    });
    return row ? Math.max(0, row.waitMs) : null;
  }

  /** How long the day, and with it a used-up ceiling, still lasts. */
  async restOfDayMs(): Promise<number> {
    const [row] = await this.database.query<{ rest: number }>(
      `select ceil(extract(epoch from (current_date + 1)::timestamptz - clock_timestamp()) * 1000) as rest`,
    );
    return Math.max(1, row?.rest ?? 1);
  }

  /** The platform asked for patience: nobody asks again before it is over. */
  async holdBack(sourceId: number, forMs: number): Promise<void> {
    await this.database.query(
      `update source_pace set next_request_at = greatest(next_request_at, clock_timestamp() + $2 * interval '1 millisecond') where source_id = $1`,
      [sourceId, forMs],
    );
  }

  /** The statement that notes that a visit got through; the last of its transaction, because all visits of a source meet here. */
  answered(sourceId: number): PreparedStatement {
    return {
      name: 'note-answered',
      text: 'update source_pace set blocks_in_a_row = 0 where source_id = $1 and blocks_in_a_row > 0',
      values: [sourceId],
    };
  }

  /** A visit was refused; enough of them in a row close the source for a while. */
  async noteBlocked(sourceId: number): Promise<void> {
    const [row] = await this.database.query<{ blocks: number }>(
      `insert into source_pace as p (source_id, blocks_in_a_row) values ($1, 1)
       on conflict (source_id) do update set blocks_in_a_row = p.blocks_in_a_row + 1 returning blocks_in_a_row as blocks`,
      [sourceId],
    );
    const closure = closureMs(row?.blocks ?? 0);
    if (closure === 0) return;
    // Refusals at the same moment come here in any order: a shorter closure never takes a longer one back.
    await this.database.query(
      `update source_pace set closed_until = greatest(closed_until, clock_timestamp() + $2 * interval '1 millisecond') where source_id = $1`,
      [sourceId, closure],
    );
  }
}
