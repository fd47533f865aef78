import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';
import { mailBody, mailSubject, type NewMail } from './domain/mail';
import { MailStore } from './persistence/mail.store';

/** Wakes workers to look for mail. */
export const MAIL_WAITING = 'mail-waiting';

/** Puts mail into the queue. Where no mail server is configured nothing is queued: a later one must not send old news. */
@Injectable()
export class MailingService {
  constructor(
    private readonly database: Database,
    private readonly mails: MailStore,
    private readonly wakeups: Wakeups,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Queues a mail in the caller's transaction. Subject and body are made safe here; addresses must be addresses. */
  async post(mail: NewMail): Promise<void> {
    if (this.config.HREV_SMTP_URL === null) return;
    await this.mails.insert({ ...mail, subject: mailSubject(mail.subject), body: mailBody(mail.body) });
    this.database.afterCommit('wake-up of mail', () => this.wakeups.send(MAIL_WAITING));
  }

  /** The same for whoever runs the service; nothing where no `HREV_OPERATOR_MAIL` is set. */
  async postToOperator(mail: Omit<NewMail, 'recipient'>): Promise<void> {
    const recipient = this.config.HREV_OPERATOR_MAIL;
    if (recipient !== null) await this.post({ ...mail, recipient });
  }
}
