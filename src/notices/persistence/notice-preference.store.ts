import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { StoredPreference } from '../domain/kinds';

/** A choice of a member about one kind. */
export interface MemberPreference extends StoredPreference {
  readonly personId: number;
}

/** The table `notice_preference`. */
@Injectable()
export class NoticePreferenceStore {
  constructor(private readonly database: Database) {}

  /** The choices of one member. */
  async of(accountId: number, personId: number): Promise<readonly StoredPreference[]> {
    return this.database.query<StoredPreference>(
      `select kind, in_console as console, by_mail as mail from notice_preference
       where account_id = $1 and person_id = $2`,
      [accountId, personId],
    );
  }

  /** The choices of all members about one kind. */
  async ofKind(accountId: number, kind: string): Promise<readonly MemberPreference[]> {
    return this.database.query<MemberPreference>(
      `select person_id as "personId", kind, in_console as console, by_mail as mail from notice_preference
       where account_id = $1 and kind = $2`,
      [accountId, kind],
    );
  }

  /** Stores the choices; other kinds are unchanged. */
  async save(accountId: number, personId: number, choices: readonly StoredPreference[]): Promise<void> {
    await this.database.query(
      `insert into notice_preference (account_id, person_id, kind, in_console, by_mail)
       select $1, $2, c.kind, c.console, c.mail from jsonb_to_recordset($3::jsonb) c (kind text, console boolean, mail boolean)
       on conflict (account_id, person_id, kind) do update set in_console = excluded.in_console, by_mail = excluded.by_mail`,
      [accountId, personId, JSON.stringify(choices)],
    );
  }
}
