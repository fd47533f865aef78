import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { AccountsService } from '@src/auth';
import { SourceControlService } from '@src/collection';
import { MailingService } from '@src/notices';
import { RepliesService } from '@src/replies';
import { DeliveryHistoryService } from '@src/webhooks';
import { JOB_QUEUES, QueuesQuery, type FailedJob, type JobQueue } from './persistence/queues.query';

/** The id of a job on the wire: the queue and the id of its row. */
export const jobIdOf = ({ queue, id }: Pick<FailedJob, 'queue' | 'id'>): string => `${queue}-${id}`;

/** Reads an id of the wire; null if it is none. */
export function readJobId(text: string): { readonly queue: JobQueue; readonly id: number } | null {
  const [, name, digits] = /^([a-z]+)-([1-9]\d{0,14})$/.exec(text) ?? [];
  const queue = JOB_QUEUES.find((one) => one === name);
  return queue === undefined || digits === undefined ? null : { queue, id: Number(digits) };
}

/**
 * Retries work that failed for good. A job is a row of PostgreSQL: a link whose collection failed, a delivery, a reply or a mail that was
 * given up. A retry goes through the same checks as a new request.
 */
@Injectable()
export class JobsService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueuesQuery,
    private readonly accounts: AccountsService,
    private readonly control: SourceControlService,
    private readonly deliveries: DeliveryHistoryService,
    private readonly replies: RepliesService,
    private readonly mailing: MailingService,
    private readonly trail: AuditTrail,
  ) {}

  /** Throws 404 if there is no such job or it did not fail, and the refusals of the work itself. */
  async retry(jobId: string): Promise<void> {
    const read = readJobId(jobId);
    const job = read && (await this.queues.job(read.queue, read.id));
    if (job === null) throw notFound();
    await this.database.transaction(async () => {
      await this.makeDue(job);
      await this.trail.record({
        action: 'job.retried',
        accountId: job.accountId,
        target: { type: 'job', id: job.id },
        after: { queue: job.queue, subject_id: job.subjectId, reason: job.reason },
      });
    });
  }

  private async makeDue(job: FailedJob): Promise<void> {
    switch (job.queue) {
      case 'collection':
        return this.control.collectAgain(job.accountId, job.subjectId);
      case 'deliveries':
        await this.deliveries.redeliver(job.accountId, job.subjectId, job.id);
        return;
      case 'mail':
        if (!(await this.mailing.retry(job.accountId, job.id))) throw notFound();
        return;
      case 'replies':
        return this.retryReply(job);
    }
  }

  private async retryReply({ accountId, subjectId: reviewId }: FailedJob): Promise<void> {
    const reply = await this.replies.state(accountId, reviewId);
    if (reply.state !== 'failed') throw new AppError('conflict', 'The reply has not failed');
    if (reply.action === 'remove') await this.replies.remove(accountId, reviewId);
    else {
      const { entitlements } = await this.accounts.find(accountId);
      await this.replies.put({ accountId, entitlements }, reviewId, reply.text);
    }
  }
}
