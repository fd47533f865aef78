/**
 * Clients that send requests during a fault: some read the feed, some create objects and repeat each request with its
 * `Idempotency-Key` until it is acknowledged, as the contract recommends.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultHarness } from './fault-harness';
import { patient } from './patience';

export interface Sample {
  readonly at: number;
  readonly what: 'read' | 'write' | 'alive' | 'ready';
  /** 0: the connection broke; -1: no response in time. */
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

export interface LoadOptions {
  readonly readers?: number;
  readonly writers?: number;
  readonly read?: string;
  /** Pause of every client between two requests. */
  readonly pauseMs?: number;
}

const ANSWER_LIMIT_MS = 30_000;

export class Load {
  readonly samples: Sample[] = [];
  private readonly clients: Promise<void>[] = [];
  private isOn = true;
  private serial = 0;

  constructor(
    private readonly harness: FaultHarness,
    private readonly options: LoadOptions = {},
  ) {
    const { readers = 1, writers = 1 } = options;
    for (let number = 0; number < readers; number += 1) this.clients.push(this.reader());
    for (let number = 0; number < writers; number += 1) this.clients.push(this.writer(`${Date.now()}-${number}`));
    this.clients.push(this.prober('alive', '/health'), this.prober('ready', '/health/read'));
  }

  /** Stops all clients after their current request. */
  async end(): Promise<void> {
    this.isOn = false;
    await Promise.all(this.clients);
  }

  since(at: number, ...what: Sample['what'][]): readonly Sample[] {
    return this.samples.filter((sample) => sample.at >= at && (what.length === 0 || what.includes(sample.what)));
  }

  /** Waits until every kind of request has succeeded a few times in a row from `at` on; returns how long that took. */
  async untilRecovered(at: number, limitMs: number): Promise<number> {
    const deadline = at + patient(limitMs);
    const kinds = ['read', 'write', 'ready'] as const;
    const hasRecovered = (what: Sample['what']): boolean => {
      const latest = this.since(at, what).slice(-2);
      return latest.length === 2 && latest.every(({ status }) => status >= 200 && status < 300);
    };
    while (!kinds.every(hasRecovered)) {
      if (performance.now() > deadline)
        throw new Error(`no recovery in ${limitMs} ms: ${JSON.stringify(this.tally(at))}`);
      await pause(50);
    }
    return performance.now() - at;
  }

  /** Number of responses per kind and status. */
  tally(at = 0): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { what, status } of this.since(at)) counts[`${what} ${status}`] = (counts[`${what} ${status}`] ?? 0) + 1;
    return counts;
  }

  private async reader(): Promise<void> {
    while (this.isOn) {
      await this.sendOnce('read', 'GET', this.options.read ?? '/v3/objects?limit=20');
      await this.pauseBetween();
    }
  }

  private async writer(name: string): Promise<void> {
    while (this.isOn) {
      this.serial += 1;
      const object = `Written ${name}-${this.serial}`;
      for (;;) {
        const began = performance.now();
        const answer = await this.harness.create(object);
        this.record('write', began, answer.status, answer.text);
        if (answer.status === 201) break;
        await this.pauseBetween();
        if (!this.isOn && performance.now() - began > ANSWER_LIMIT_MS) break;
      }
      await this.pauseBetween();
    }
  }

  private async prober(what: 'alive' | 'ready', path: string): Promise<void> {
    while (this.isOn) {
      await this.sendOnce(what, 'GET', path);
      await pause(500);
    }
  }

  private async sendOnce(what: Sample['what'], method: string, target: string): Promise<void> {
    const began = performance.now();
    const { status, text } = await this.harness.request(method, target, { limitMs: ANSWER_LIMIT_MS });
    this.record(what, began, status, text);
  }

  private record(what: Sample['what'], began: number, status: number, text: string): void {
    this.samples.push({ at: began, what, status, ms: performance.now() - began, text: status === 200 ? '' : text });
  }

  private pauseBetween(): Promise<void> {
    return pause(this.options.pauseMs ?? 150);
  }
}
