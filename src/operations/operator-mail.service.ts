import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { AppError } from '@libs/kernel';
import { MailingService } from '@src/notices';
import { AlarmStore } from './persistence/alarm.store';

/** Mail to every operator and to `HREV_OPERATOR_MAIL`. Mail belongs to an account: that of the operators is the oldest one. */
@Injectable()
export class OperatorMail {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly alarms: AlarmStore,
    private readonly mailing: MailingService,
  ) {}

  /** Queues a mail in the caller's transaction, if a mail server is configured. Returns the recipients. */
  async send(mail: { readonly subject: string; readonly body: string }): Promise<readonly string[]> {
    const { addresses, accountId } = await this.alarms.operators();
    if (accountId === null || this.config.HREV_SMTP_URL === null) return [];
    const own = this.config.HREV_OPERATOR_MAIL;
    const recipients = [...new Set(own === null ? addresses : [own, ...addresses])];
    for (const recipient of recipients) await this.mailing.post({ ...mail, accountId, recipient, replyTo: null });
    return recipients;
  }

  /** Queues a mail that shows whether mail arrives. Throws `conflict` without a mail server or without operators. */
  async sendTest(): Promise<readonly string[]> {
    if (this.config.HREV_SMTP_URL === null)
      throw new AppError('conflict', 'No mail server is set: HREV_SMTP_URL is unset');
    const recipients = await this.send({
      subject: 'hrev: test of the mail server',
      body: 'An operator sent this mail from the console. Notices and alarms reach this address.',
    });
    if (recipients.length === 0)
      throw new AppError('conflict', 'No operator has an address, and HREV_OPERATOR_MAIL is unset');
    return recipients;
  }
}
