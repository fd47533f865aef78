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
  /** Work whose answer was not sent yet. */
  private announced = 0;
  private running: Promise<void> | null = null;

  /** Announces work. Throws `service_unavailable` if too much of it waits; the caller has then stored and told nothing. */
  run(response: ServerResponse, what: string, run: () => Promise<void>): void {
    if (this.announced + this.due.length >= MAX_WAITING)
      throw new AppError('service_unavailable', 'Too many requests wait; try again in a few seconds', {
        'Retry-After': '5',
      });
    this.announced += 1;
    const begin = (): void => {
      this.announced -= 1;
      this.due.push({ what, run });
      this.running ??= this.work();
    };
    // The client may have left before.
    if (response.destroyed) begin();
    else response.once('close', begin);
  }

  /** Resolves when no work is due. */
  async idle(): Promise<void> {
    while (this.running !== null) await this.running;
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
