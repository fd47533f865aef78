import { ApiSchema } from '@nestjs/swagger';
import { Input, PageParameters, QueryEnum, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { jobIdOf } from '../jobs.service';
import type { RunningProcess } from '../persistence/process.store';
import { JOB_QUEUES, QUEUE_NAMES, type FailedJob, type QueueState } from '../persistence/queues.query';

@ApiSchema({ description: 'Work of one kind, in all processes.' })
export class QueueShown extends Shape({
  name: { type: 'string', values: QUEUE_NAMES, description: 'The kind of work.' },
  waiting: { type: 'integer', description: 'Work that is due and that no worker has claimed.', example: 12 },
  running: { type: 'integer', description: 'Work that a worker has claimed.', example: 6 },
  failed: {
    type: 'integer',
    description: 'Work that failed for good in the last day; of `events`, those that wait after a failed attempt.',
    example: 0,
  },
  oldest_at: {
    type: 'date-time',
    nullable: true,
    description: 'Since when the longest waiting work is due; null if none waits.',
  },
  per_minute: { type: 'number', description: 'Mean per minute, of five minutes.', example: 29.4 },
}) {}

@ApiSchema({ description: 'Running work of one kind in a process.' })
export class ProcessWorkShown extends Shape({
  noun: { type: 'string', description: 'The kind of work.', example: 'collections' },
  running: { type: 'integer', description: 'Running work.', example: 6 },
  slots: { type: 'integer', description: 'Most work at the same time.', example: 8 },
}) {}

@ApiSchema({ description: 'A process of the service.' })
export class ProcessShown extends Shape({
  id: { type: 'string', description: 'Id of the process.', example: '5f0c2b7e-9d6c-4a56-8d0b-0a6f0a3d8a11' },
  version: { type: 'string', description: 'Version of hrev.', example: '0.1.0' },
  same_version: { type: 'boolean', description: 'Whether it has the version of the process that answers.' },
  role: { type: 'string', values: ['all', 'api', 'worker'], description: 'Role of the process.' },
  started_at: { type: 'date-time', description: 'When it started.' },
  seen_at: { type: 'date-time', description: 'When it was last seen.' },
  alive: {
    type: 'boolean',
    description: 'Whether it was seen in the last half minute. Other processes are listed for a day.',
  },
  running: {
    type: () => ProcessWorkShown,
    list: true,
    description: 'Its running work; empty for a process without a worker.',
  },
}) {}

@ApiSchema({ description: 'Work that failed for good.' })
export class FailedJobShown extends Shape({
  id: { type: 'string', description: 'Id of the job: the queue and the id of its row.', example: 'mail-12' },
  queue: { type: 'string', values: JOB_QUEUES, description: 'The kind of work.' },
  account_id: { type: 'integer', description: 'The account.' },
  subject_id: { type: 'integer', description: 'The link, the webhook, the review or the mail, by queue.' },
  failed_at: { type: 'date-time', description: 'When it failed; of a reply, when it was accepted.' },
  reason: { type: 'string', description: 'Why it failed.', example: 'timeout: the platform did not answer in 30 s' },
  attempts: { type: 'integer', description: 'Attempts so far.', example: 3 },
}) {}

export class FailedJobsParameters extends Input(PageParameters, {
  queue: QueryEnum({ description: 'Only work of this kind.', values: JOB_QUEUES }),
}) {}

export const presentQueue = (queue: QueueState): QueueShown => ({
  name: queue.name,
  waiting: queue.waiting,
  running: queue.running,
  failed: queue.failed,
  oldest_at: wireTimeOrNull(queue.oldestAt),
  per_minute: Math.round(queue.perMinute * 10) / 10,
});

export const presentProcess = (process: RunningProcess, version: string): ProcessShown => ({
  id: process.id,
  version: process.version,
  same_version: process.version === version,
  role: process.role,
  started_at: wireTime(process.startedAt),
  seen_at: wireTime(process.seenAt),
  alive: process.isAlive,
  running: process.work.map(({ noun, running, slots }) => ({ noun, running, slots })),
});

export const presentJob = (job: FailedJob): FailedJobShown => ({
  id: jobIdOf(job),
  queue: job.queue,
  account_id: job.accountId,
  subject_id: job.subjectId,
  failed_at: wireTime(job.failedAt),
  reason: job.reason,
  attempts: job.attempts,
});
