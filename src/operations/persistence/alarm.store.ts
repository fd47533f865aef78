import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { CountedField } from '@src/collection';

/** An alarm that reviews of a source lack a field. */
export interface SourceAlarm {
  readonly id: number;
  readonly sourceId: number;
  readonly field: CountedField;
  readonly raisedAt: Date;
  /** Null while the alarm is open. */
  readonly recoveredAt: Date | null;
  readonly usual: number;
  readonly share: number;
  readonly alarmBelow: number;
  readonly reviews: number;
  readonly links: number;
  readonly accounts: number;
}

const COLUMNS = `id, source_id as "sourceId", field, raised_at as "raisedAt", recovered_at as "recoveredAt", usual, share,
  alarm_below as "alarmBelow", reviews, links, accounts`;

/** Alarms about missing fields. */
@Injectable()
export class AlarmStore {
  constructor(private readonly database: Database) {}

  /** Open alarms, oldest first. */
  async open(): Promise<readonly SourceAlarm[]> {
    return this.database.query<SourceAlarm>(
      `select ${COLUMNS} from source_alarm where recovered_at is null order by raised_at, id`,
    );
  }

  /** Opens an alarm. Returns false if one of the source and the field is open. */
  async raise(alarm: Omit<SourceAlarm, 'id' | 'raisedAt' | 'recoveredAt'>): Promise<boolean> {
    const raised = await this.database.query(
      `insert into source_alarm (source_id, field, usual, share, alarm_below, reviews, links, accounts)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
      [
        alarm.sourceId,
        alarm.field,
        alarm.usual,
        alarm.share,
        alarm.alarmBelow,
        alarm.reviews,
        alarm.links,
        alarm.accounts,
      ],
    );
    return raised.length === 1;
  }

  /** Ends an alarm. Returns false if it has ended. */
  async recover(id: number): Promise<boolean> {
    const ended = await this.database.execute(
      'update source_alarm set recovered_at = clock_timestamp() where id = $1 and recovered_at is null',
      [id],
    );
    return ended === 1;
  }

  /** The oldest membership of each operator; an operator without an account has none. */
  async operatorMemberships(): Promise<readonly { readonly accountId: number; readonly personId: number }[]> {
    return this.database.query(
      'select account_id as "accountId", person_id as "personId" from operator_membership order by person_id',
    );
  }

  /** The addresses of the operators, and the account under which mail to them is queued. */
  async operators(): Promise<{ readonly addresses: readonly string[]; readonly accountId: number | null }> {
    const [row] = await this.database.query<{ addresses: readonly string[]; accountId: number | null }>(
      `select array(select email from operator_address order by person_id) as addresses,
         (select account_id from oldest_account) as "accountId"`,
    );
    return row ?? { addresses: [], accountId: null };
  }
}
