import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';
import { mailBody, mailSubject, type NewMail } from './domain/mail';
import { MailStore } from './persistence/mail.store';

/** Wake-up: mail was queued. */
export const MAIL_WAITING = 'mail-waiting';

/** Queues mail. While no mail server is configured it queues nothing, so that a server that is added later does not send old mail. */
@Injectable()
export class MailingService {
  constructor(
    private readonly database: Database,
    private readonly mails: MailStore,
    private readonly wakeups: Wakeups,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether mail is sent at all. */
  get isConfigured(): boolean {
    return this.config.HREV_SMTP_URL !== null;
  }

  /** Queues a mail in the caller's transaction. Sanitizes subject and body; the addresses must be valid. */
  async post(mail: NewMail): Promise<void> {
    if (!this.isConfigured) return;
    await this.mails.insert({ ...mail, subject: mailSubject(mail.subject), body: mailBody(mail.body) });
    this.database.afterCommit('wake-up of mail', () => this.wakeups.send(MAIL_WAITING));
  }

  /** Makes a mail that was given up due again. Returns false if there is no such mail. */
  async retry(accountId: number, mailId: number): Promise<boolean> {
    const isDue = await this.mails.makeDue(accountId, mailId);
    if (isDue) this.database.afterCommit('wake-up of mail', () => this.wakeups.send(MAIL_WAITING));
    return isDue;
  }

  /** Queues a mail to the operator if `HREV_OPERATOR_MAIL` is set. */
  async postToOperator(mail: Omit<NewMail, 'recipient'>): Promise<void> {
    const recipient = this.config.HREV_OPERATOR_MAIL;
    if (recipient !== null) await this.post({ ...mail, recipient });
  }
}
