import { Processor, WorkerHost, OnWorkerEvent } from '@nestjs/bullmq';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job } from 'bullmq';
import { cleanText } from '@libs/kernel';
import { closeInTime } from './close-in-time';
import { waitUntilConnected, QUEUE_ADDRESS, type QueueAddress } from './queue-connection';
import { QueueOutage, WAKEUP_QUEUE } from './queue-outage';

type Handler = () => Promise<void> | void;

/** How much work of one kind runs in this process, and how much may run. */
export interface RunningWork {
  readonly noun: string;
  readonly running: number;
  readonly slots: number;
}

/** The handlers of wake-ups in this process, one per name. A second handler for a name throws, which stops the start. */
@Injectable()
export class WakeupHandlers {
  private readonly handlers = new Map<string, Handler>();
  private readonly workers: (() => RunningWork)[] = [];

  on(name: string, handler: Handler): void {
    if (this.handlers.has(name)) throw new Error(`the wake-up ${name} has two handlers`);
    this.handlers.set(name, handler);
  }

  get(name: string): Handler | undefined {
    return this.handlers.get(name);
  }

  /** Adds a worker to the report of `work`. */
  reportWork(count: () => RunningWork): void {
    this.workers.push(count);
  }

  /** The work of this process, by kind. */
  work(): readonly RunningWork[] {
    return this.workers.map((count) => count());
  }
}

/** Calls the handlers of wake-ups from the queue. For worker processes only. */
@Processor(WAKEUP_QUEUE, { concurrency: 4, maxStalledCount: 0, autorun: false })
export class WakeupProcessor extends WorkerHost implements OnApplicationBootstrap {
  private readonly logger = new Logger(WakeupProcessor.name);

  constructor(
    private readonly handlers: WakeupHandlers,
    @Inject(QUEUE_ADDRESS) private readonly address: QueueAddress,
    private readonly outage: QueueOutage,
  ) {
    super();
  }

  /** Runs after `@nestjs/bullmq` has created the worker. */
  async onApplicationBootstrap(): Promise<void> {
    closeInTime(this.worker, () => this.logger.warn('queue worker: did not close in time'));
    await waitUntilConnected(this.address, this.worker);
    this.worker.run().catch((error: Error) => this.onError(error));
  }

  async process(job: Job): Promise<void> {
    const handler = this.handlers.get(job.name);
    // An older or newer version that runs at the same time may send other names; its workers handle them.
    if (!handler) return;
    try {
      await handler();
    } catch (error) {
      // BullMQ on PostgreSQL cannot store NUL or lone surrogates in a failure reason: such a job would never end.
      throw new Error(cleanText(error instanceof Error ? error.message : String(error)).slice(0, 1_000));
    }
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.outage.note(error);
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job | undefined, error: Error): void {
    // The job's worker ended or stalled ("job stalled"). This is not an error: polling finds the work.
    if (job?.deferredFailure) return this.logger.log(`wake-up ${job.name} was dropped: ${job.deferredFailure}`);
    this.logger.error(`wake-up ${job?.name ?? '?'} failed: ${error.message}`);
  }
}
