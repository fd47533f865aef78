import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { MAIL_ATTEMPTS, type NewMail } from '../domain/mail';

/** A mail that this process may send until its lease ends. */
export interface ClaimedMail extends NewMail {
  readonly id: number;
  /** Becomes the Message-ID, the same at every attempt, so that a mail sent twice can be known as one. */
  readonly messageKey: string;
  /** With this one. */
  readonly attempts: number;
  readonly token: string;
}

/** Longer than a sending can take: connecting, greeting and each answer have their own time limits. */
const LEASE_SECONDS = 180;
const KEPT_DAYS = 30;
const PURGED_AT_ONCE = 1_000;
const LEASE_LOST = 'the worker that was sending it fell silent';

/**
 * The queue of mail in PostgreSQL: due times and leases are the database's clock. Times are compared with the statement's own:
 * PostgreSQL looks nothing up in an index by a clock that moves on.
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

  /** The mail that is due longest, counted as attempted, under a lease; null where none is due. */
  async claim(): Promise<ClaimedMail | null> {
    const [mail] = await this.database.query<ClaimedMail>(
      `update outgoing_mail set attempts = attempts + 1, lease_token = gen_random_uuid(),
         not_before = clock_timestamp() + $1::int * interval '1 second'
       where id = (select id from outgoing_mail where status = 'waiting' and not_before <= statement_timestamp() and attempts < $2
                   order by not_before, id limit 1 for update skip locked)
       returning id, account_id as "accountId", message_key as "messageKey", recipient, reply_to as "replyTo", subject,
         body, attempts, lease_token as token`,
      [LEASE_SECONDS, MAIL_ATTEMPTS],
    );
    if (mail) return mail;
    // Once nothing else is due, so that a mail does not cost a look at all those behind it.
    await this.giveUpSilent();
    return null;
  }

  /** Each of these three writes nothing once the lease was lost to another worker. */
  async sent(mail: ClaimedMail): Promise<void> {
    await this.end(mail, 'sent', null);
  }

  async giveUp(mail: ClaimedMail, error: string): Promise<void> {
    await this.end(mail, 'given_up', error);
  }

  async tryLater(mail: ClaimedMail, waitMs: number, error: string): Promise<void> {
    await this.database.execute(
      `update outgoing_mail set not_before = clock_timestamp() + $4::float8 * interval '1 millisecond', last_error = $5,
         lease_token = null
       where account_id = $1 and id = $2 and lease_token = $3 and status = 'waiting'`,
      [mail.accountId, mail.id, mail.token, waitMs, error],
    );
  }

  /** Removes mail that ended 30 days ago, a batch; how many. */
  async purge(): Promise<number> {
    return this.database.execute(
      `delete from outgoing_mail where id in (
         select id from outgoing_mail where ended_at < statement_timestamp() - $1::int * interval '1 day'
         order by ended_at limit $2 for update skip locked)`,
      [KEPT_DAYS, PURGED_AT_ONCE],
    );
  }

  /** A mail whose last attempt nobody ended has none left. */
  private async giveUpSilent(): Promise<void> {
    await this.database.execute(
      `update outgoing_mail set status = 'given_up', ended_at = clock_timestamp(), lease_token = null,
         last_error = coalesce(last_error, $2)
       where status = 'waiting' and not_before <= statement_timestamp() and attempts >= $1`,
      [MAIL_ATTEMPTS, LEASE_LOST],
    );
  }

  private async end(mail: ClaimedMail, status: 'sent' | 'given_up', error: string | null): Promise<void> {
    await this.database.execute(
      `update outgoing_mail set status = $4, ended_at = clock_timestamp(), last_error = $5, lease_token = null
       where account_id = $1 and id = $2 and lease_token = $3 and status = 'waiting'`,
      [mail.accountId, mail.id, mail.token, status, error],
    );
  }
}
