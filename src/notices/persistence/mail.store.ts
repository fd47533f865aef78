import { Injectable } from '@nestjs/common';
import { Database, overdueRows, type DataCheck } from '@libs/database';
import { LeasedTable, msFromNow } from '@libs/leases';
import { MAIL_ATTEMPTS, type NewMail } from '../domain/mail';

/** A mail under a lease of this process. */
export interface ClaimedMail extends NewMail {
  readonly id: number;
  /** Part of the Message-ID. It is the same at every attempt, so that receivers can detect duplicates. */
  readonly messageKey: string;
  /** Attempts so far, including this one. */
  readonly attempts: number;
  readonly token: string;
}

const MAILS = new LeasedTable('outgoing_mail', {
  key: { account_id: 'accountId', id: 'id' },
  end: 'not_before',
  state: `status = 'waiting'`,
});
/** Longer than the sum of all timeouts of an attempt. */
const LEASE_MS = 180_000;
const RETENTION_DAYS = 30;
const PURGE_BATCH = 1_000;
const LEASE_LOST = 'the lease expired while it was being sent';

/**
 * The queue of mail. Due times and leases use the database's clock. Conditions compare with `statement_timestamp()`, because
 * `clock_timestamp()` is volatile and cannot be used in an index condition.
 */
@Injectable()
export class MailStore {
  constructor(private readonly database: Database) {}

  async insert(mail: NewMail): Promise<void> {
    await this.database.execute(
      'insert into outgoing_mail (account_id, recipient, reply_to, subject, body) values ($1, $2, $3, $4, $5)',
      [mail.accountId, mail.recipient, mail.replyTo, mail.subject, mail.body],
    );
  }

  /** Claims the mail that has been due for the longest time, and counts the attempt; null if no mail is due. */
  async claim(): Promise<ClaimedMail | null> {
    const mail = await MAILS.claimNext<ClaimedMail>(this.database, LEASE_MS, {
      and: `attempts < ${MAIL_ATTEMPTS}`,
      changes: 'attempts = attempts + 1',
      returning: `id, account_id as "accountId", message_key as "messageKey", recipient, reply_to as "replyTo", subject,
        body, attempts`,
    });
    if (mail) return mail;
    // Runs only when no mail is due, so that most claims need one statement.
    await this.giveUpExpired();
    return null;
  }

  /** Marks the mail as sent. Like `giveUp` and `tryLater`, writes nothing if the lease is lost. */
  async sent(mail: ClaimedMail): Promise<void> {
    await this.end(mail, 'sent', null);
  }

  /** Makes a mail due that was given up, with all attempts. Returns false if there is no such mail. */
  async makeDue(accountId: number, id: number): Promise<boolean> {
    const due = await this.database.execute(
      `update outgoing_mail set status = 'waiting', ended_at = null, attempts = 0, not_before = clock_timestamp()
       where account_id = $1 and id = $2 and status = 'given_up'`,
      [accountId, id],
    );
    return due === 1;
  }

  async giveUp(mail: ClaimedMail, error: string): Promise<void> {
    await this.end(mail, 'given_up', error);
  }

  async tryLater(mail: ClaimedMail, waitMs: number, error: string): Promise<void> {
    const changes = `not_before = ${msFromNow('$4')}, last_error = $5`;
    await MAILS.release(this.database, mail, changes, [waitMs, error]);
  }

  /** Deletes a batch of mail that was sent or given up 30 days ago; returns the number of rows. */
  async purge(): Promise<number> {
    return this.database.execute(
      `delete from outgoing_mail where id in (
         select id from outgoing_mail where ended_at < statement_timestamp() - $1::int * interval '1 day'
         order by ended_at limit $2 for update skip locked)`,
      [RETENTION_DAYS, PURGE_BATCH],
    );
  }

  /** Gives up mail whose lease expired in its last attempt. */
  private async giveUpExpired(): Promise<void> {
    await this.database.execute(
      `update outgoing_mail set status = 'given_up', ended_at = clock_timestamp(), lease_token = null,
         last_error = coalesce(last_error, $2)
       where status = 'waiting' and not_before <= statement_timestamp() and attempts >= $1`,
      [MAIL_ATTEMPTS, LEASE_LOST],
    );
  }

  private async end(mail: ClaimedMail, status: 'sent' | 'given_up', error: string | null): Promise<void> {
    const changes = 'status = $4, ended_at = clock_timestamp(), last_error = $5';
    await MAILS.release(this.database, mail, changes, [status, error]);
  }
}

export const OVERDUE_MAIL: readonly DataCheck[] = [
  overdueRows({
    ...{ rows: 'ended mails', table: 'outgoing_mail', key: 'account_id, id' },
    ...{ since: 'ended_at', days: RETENTION_DAYS },
  }),
];

/** Deletes all mails that ended more than 30 days ago. */
export async function purgeMail(database: Database): Promise<void> {
  const mails = new MailStore(database);
  while ((await mails.purge()) > 0);
}
