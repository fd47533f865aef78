import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { wireTime } from '@libs/kernel';
import { AccountsService, type Account } from '@src/auth';
import { NoticesService } from '@src/notices';

/** How long before the end of its trial an account is notified. */
export const TRIAL_NOTICE_DAYS = 3;

/** Notifies accounts whose trial ends soon, once for each end of a trial: an extended trial is announced again. */
@Injectable()
export class TrialNotices {
  private readonly logger = new Logger(TrialNotices.name);

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly notices: NoticesService,
  ) {}

  /** Notifies all accounts that are due, or until `signal` is aborted. Never throws. Returns their number. */
  async run(signal: AbortSignal): Promise<number> {
    let notified = 0;
    try {
      for (let batch = -1; batch !== 0 && !signal.aborted; notified += batch) batch = await this.notifyBatch();
    } catch (error) {
      this.logger.warn({ msg: 'accounts were not notified of the end of their trials', err: error });
    }
    return notified;
  }

  private async notifyBatch(): Promise<number> {
    return this.database.transaction(async () => {
      const accounts = await this.accounts.takeEndingTrials(TRIAL_NOTICE_DAYS);
      for (const account of accounts) await this.notices.notify(noticeOf(account));
      return accounts.length;
    });
  }
}

function noticeOf({ id, trialEndsAt }: Account) {
  const end = trialEndsAt === null ? '' : wireTime(trialEndsAt).replace('T', ' ').slice(0, 16);
  return {
    accountId: id,
    kind: 'trial_ending',
    subject: `The trial ends on ${end.slice(0, 10)}`,
    body: `The trial of the account ends on ${end} UTC. Then nothing is collected, and requests with a key of the account get 402 until another plan is chosen. The collected reviews are kept.`,
    path: 'settings/usage',
  };
}
