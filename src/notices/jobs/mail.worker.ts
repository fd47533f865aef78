import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LeasedWorker, WakeupHandlers, type NextPoll } from '@libs/queue';
import { MAIL_ATTEMPTS, mailWaitMs } from '../domain/mail';
import { MAIL_WAITING } from '../mailing.service';
import { MailStore, type ClaimedMail } from '../persistence/mail.store';
import { SmtpSender } from '../sender/smtp-sender';

const PURGE_EVERY_MS = 3_600_000;

/**
 * Sends due mail, one at a time. The lease of a mail is longer than any attempt and is not renewed. If a worker fails during an
 * attempt, another worker sends the mail after the lease, possibly a second time, with the same Message-ID.
 */
@Injectable()
export class MailWorker extends LeasedWorker<ClaimedMail> {
  constructor(
    handlers: WakeupHandlers,
    private readonly mails: MailStore,
    private readonly sender: SmtpSender,
  ) {
    super(handlers, {
      noun: 'mails',
      wakeups: [MAIL_WAITING],
      slots: 1,
      finishMs: 20_000,
      cleanupMs: 0,
      describe: ({ id, accountId }) => ({ mail_id: id, account_id: accountId }),
    });
  }

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      while (!this.isStopping && (await this.mails.purge()) > 0);
    } catch (error) {
      this.logger.warn({ msg: 'old mail could not be removed', err: error });
    }
  }

  protected async claim(): Promise<readonly ClaimedMail[]> {
    const mail = this.sender.isConfigured ? await this.mails.claim() : null;
    return mail === null ? [] : [mail];
  }

  /** After a failure the next mail waits for the poll interval, because most failures are failures of the server. */
  protected async carryOut(mail: ClaimedMail): Promise<NextPoll> {
    const outcome = await this.sender.send(mail);
    if (outcome.kind === 'sent') await this.mails.sent(mail);
    else await this.failed(mail, outcome);
    return outcome.kind === 'failed' ? 'at_interval' : 'at_once';
  }

  private async failed(
    mail: ClaimedMail,
    outcome: { readonly kind: 'refused' | 'failed'; readonly error: string },
  ): Promise<void> {
    const isFinal = outcome.kind === 'refused' || mail.attempts >= MAIL_ATTEMPTS;
    const facts = { mail_id: mail.id, account_id: mail.accountId, attempts: mail.attempts, reason: outcome.error };
    this.logger.warn({ msg: isFinal ? 'a mail was given up' : 'a mail was not sent', ...facts });
    if (isFinal) await this.mails.giveUp(mail, outcome.error);
    else await this.mails.tryLater(mail, mailWaitMs(mail.attempts), outcome.error);
  }
}
