import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, NameParam, V3 } from '@libs/http';
import { pageOf, type Page } from '@libs/kernel';
import packageJson from '../../../package.json';
import { JobsService } from '../jobs.service';
import { ProcessStore } from '../persistence/process.store';
import { QueuesQuery } from '../persistence/queues.query';
import {
  FailedJobShown,
  FailedJobsParameters,
  presentJob,
  presentProcess,
  presentQueue,
  ProcessShown,
  QueueShown,
} from './queue.shapes';

/** Waiting, running and failed work, and the processes, for the operator (contract §4.16). */
@ApiTags('Administration')
@Controller({ path: 'admin', version: V3 })
export class QueuesController {
  constructor(
    private readonly queues: QueuesQuery,
    private readonly processes: ProcessStore,
    private readonly jobs: JobsService,
  ) {}

  @Get('queues')
  @Endpoint({
    summary: 'Waiting, running and failed work by kind',
    description: 'Over all accounts and processes.',
    list: QueueShown,
    access: 'master',
  })
  async listQueues(): Promise<{ readonly data: readonly QueueShown[] }> {
    return { data: (await this.queues.states()).map(presentQueue) };
  }

  @Get('workers')
  @Endpoint({
    summary: 'The processes of the service',
    description: 'API processes and workers, oldest first. A process that was last seen a day ago is not listed.',
    list: ProcessShown,
    access: 'master',
  })
  async listWorkers(): Promise<{ readonly data: readonly ProcessShown[] }> {
    const processes = await this.processes.list();
    return { data: processes.map((process) => presentProcess(process, packageJson.version)) };
  }

  @Get('jobs')
  @Endpoint({
    name: 'listFailedJobs',
    summary: 'Work that failed for good, latest first',
    description:
      'Of the last seven days: links whose collection failed, and deliveries, replies and mail that were given up.',
    page: FailedJobShown,
    access: 'master',
  })
  async listFailedJobs(@Query() query: FailedJobsParameters): Promise<Page<FailedJobShown>> {
    const { jobs, total } = await this.queues.failed(query.queue ?? null, query);
    return pageOf(jobs.map(presentJob), total, query);
  }

  @Post('jobs/:job_id/retry')
  @Endpoint({
    name: 'retryJob',
    summary: 'Retry work that failed',
    description:
      'Makes the work due at once, with the checks of a new request and their errors. 404 if the work did not fail or has succeeded since.',
    status: 204,
    access: 'master',
    errors: [
      'conflict',
      'reply_not_found',
      'reply_not_supported',
      'reply_not_replyable',
      'reply_requires_upgrade',
      'reply_trial_quota_exhausted',
      'reply_card_not_yours',
      'reply_access_revoked',
      'reply_owned_by_other_account',
      'reply_in_progress',
      'reply_edit_not_supported',
      'reply_delete_not_supported',
    ],
  })
  async retry(@NameParam('job_id', 'Id of the job.', 'mail-12') jobId: string): Promise<void> {
    await this.jobs.retry(jobId);
  }
}
