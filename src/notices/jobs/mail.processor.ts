import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { endsInTime } from '@libs/kernel';
import { CoalescedPoller, WakeupHandlers } from '@libs/queue';
import { MAIL_ATTEMPTS, mailWaitMs } from '../domain/mail';
import { MAIL_WAITING } from '../mailing.service';
import { MailStore, type ClaimedMail } from '../persistence/mail.store';
import { SmtpSender } from '../sender/smtp-sender';

const LOOK_EVERY_MS = 1_000;
const PURGE_EVERY_MS = 3_600_000;
const SHUTDOWN_LIMIT_MS = 20_000;

/**
 * Sends waiting mail in the worker, one at a time: wake-ups make it look at once, and it looks every second by itself.
 * A mail whose worker dies is sent by another after its lease, perhaps a second time, with the same Message-ID.
 */
@Injectable()
export class MailWorker implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(MailWorker.name);
  private readonly looks = new CoalescedPoller(
    () => this.sendWaiting(),
    (error) => this.logger.warn(`could not look for mail: ${messageOf(error)}`),
  );

  constructor(
    private readonly handlers: WakeupHandlers,
    private readonly mails: MailStore,
    private readonly sender: SmtpSender,
  ) {}

  onModuleInit(): void {
    this.handlers.on(MAIL_WAITING, () => this.look());
  }

  @Interval(LOOK_EVERY_MS)
  tick(): void {
    void this.look();
  }

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      while (!this.looks.isStopped && (await this.mails.purge()) > 0);
    } catch (error) {
      this.logger.warn(`old mail could not be removed: ${messageOf(error)}`);
    }
  }

  /** Sends what is due. Calls while it does are folded into one more look. Never rejects. */
  async look(): Promise<void> {
    if (!this.sender.isConfigured) return;
    await this.looks.poll();
  }

  /** Takes no further mail and waits for the one under way, for a while: what is cut off is sent again by another. */
  async beforeApplicationShutdown(): Promise<void> {
    await endsInTime(this.looks.stop(), SHUTDOWN_LIMIT_MS);
  }

  private async sendWaiting(): Promise<void> {
    while (!this.looks.isStopped && (await this.sendNext()));
  }

  /** Whether to go on at once: not after a failure, since what fails is most often the server, and it will fail again. */
  private async sendNext(): Promise<boolean> {
    const mail = await this.mails.claim();
    if (mail === null) return false;
    const outcome = await this.sender.send(mail);
    if (outcome.kind === 'sent') await this.mails.sent(mail);
    else await this.failed(mail, outcome);
    return outcome.kind !== 'failed';
  }

  private async failed(
    mail: ClaimedMail,
    outcome: { readonly kind: 'refused' | 'failed'; readonly error: string },
  ): Promise<void> {
    const isOver = outcome.kind === 'refused' || mail.attempts >= MAIL_ATTEMPTS;
    const facts = { mail_id: mail.id, account_id: mail.accountId, attempts: mail.attempts, reason: outcome.error };
    this.logger.warn({ msg: isOver ? 'a mail was given up' : 'a mail was not sent', ...facts });
    if (isOver) await this.mails.giveUp(mail, outcome.error);
    else await this.mails.tryLater(mail, mailWaitMs(mail.attempts), outcome.error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
