import type { ServerResponse } from 'node:http';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { asActor } from '@libs/database';
import { AppError, THE_SERVICE } from '@libs/kernel';

/** Work that may wait. A client that sends more gets 503 until some of it is done. */
const MAX_WAITING = 1_000;

interface Work {
  readonly what: string;
  readonly run: () => Promise<void>;
}

/**
 * Work that a request causes and that must not change the time of its answer, because that would tell an unknown client what is stored. It begins
 * when the answer was sent or the connection was closed, one piece of work after the other. A stopping process finishes it; a crash
 * loses it.
 */
@Injectable()
export class AfterAnswer implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AfterAnswer.name);
  private readonly due: Work[] = [];
  /** One promise for each piece of work whose answer was not sent yet; it is fulfilled when the connection has the answer. */
  private readonly announced = new Set<Promise<void>>();
  private running: Promise<void> | null = null;

  /** Announces work. Throws `service_unavailable` if too much of it waits; the caller has then stored and told nothing. */
  run(response: ServerResponse, what: string, run: () => Promise<void>): void {
    if (this.announced.size + this.due.length >= MAX_WAITING)
      throw new AppError('service_unavailable', 'Too many requests wait; try again in a few seconds', {
        'Retry-After': '5',
      });
    const answered = new Promise<void>((resolve) => {
      // The client may have left before.
      if (response.destroyed) resolve();
      else response.once('close', resolve);
    });
    this.announced.add(answered);
    void answered.then(() => {
      this.announced.delete(answered);
      this.due.push({ what, run });
      this.running ??= this.work();
    });
  }

  /** Resolves when no work is announced or due. A client may have an answer before its work is due. */
  async idle(): Promise<void> {
    while (this.announced.size > 0 || this.running !== null) await (this.running ?? Promise.all(this.announced));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.idle();
  }

  private async work(): Promise<void> {
    for (let next = this.due.shift(); next !== undefined; next = this.due.shift()) {
      const { what, run } = next;
      await asActor(THE_SERVICE, run).catch((error: unknown) => this.logger.error(`${what} failed: ${String(error)}`));
    }
    this.running = null;
  }
}
