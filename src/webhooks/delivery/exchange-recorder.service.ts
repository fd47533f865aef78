/**
 * Stores the headers and answers of attempts (contract §4.11), apart from their results: no slot waits for the body of a response or for
 * this statement. A crash loses at most a second of it, and a failure to store it is logged.
 */
import { Injectable, Logger } from '@nestjs/common';
import { answerHeaders, answerText, withoutSignatures } from '../domain/exchange';
import type { ReceivedAnswer } from '../sender/webhook-sender';
import { ExchangeBudget } from './domain/exchange-budget';
import { ExchangeStore, type Exchange } from './persistence/exchange.store';

const EVERY_MS = 1_000;
/** Further exchanges are not stored while this many wait. */
const MAX_WAITING = 2_000;

/** An attempt that has a result. */
export interface EndedExchange {
  readonly delivery: {
    readonly id: number;
    readonly accountId: number;
    readonly webhookId: number;
    readonly attempts: number;
  };
  readonly isSuccess: boolean;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Null if no response arrived. */
  readonly answer: ReceivedAnswer | null;
}

@Injectable()
export class ExchangeRecorder {
  private readonly logger = new Logger(ExchangeRecorder.name);
  private readonly budget = new ExchangeBudget();
  private waiting: Promise<Exchange>[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly store: ExchangeStore) {}

  /** Stores the exchange within a second, if the budget of its webhook allows it. */
  note(ended: EndedExchange): void {
    if (this.waiting.length >= MAX_WAITING) return;
    if (!this.budget.take(ended.delivery.webhookId, ended.isSuccess, performance.now())) return;
    this.waiting.push(exchangeOf(ended));
    this.timer ??= setTimeout(() => void this.flush(), EVERY_MS).unref();
  }

  /** Stores the noted exchanges, after their bodies have arrived. Never rejects. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const waiting = this.waiting;
    this.waiting = [];
    if (waiting.length === 0) return;
    try {
      const exchanges = await Promise.all(waiting);
      const byAttempt = new Map(exchanges.map((exchange) => [`${exchange.deliveryId} ${exchange.number}`, exchange]));
      await this.store.insert([...byAttempt.values()]);
    } catch (error) {
      this.logger.warn({
        msg: 'headers and answers of attempts could not be stored',
        count: waiting.length,
        err: error,
      });
    }
  }
}

async function exchangeOf({ delivery, durationMs, requestHeaders, answer }: EndedExchange): Promise<Exchange> {
  const { id: deliveryId, accountId, attempts } = delivery;
  const startedAt = new Date(Date.now() - durationMs);
  const body = answer === null ? null : answerText(await answer.body(), answer.headers);
  return {
    deliveryId,
    number: attempts + 1,
    accountId,
    startedAt,
    requestHeaders: withoutSignatures(requestHeaders),
    responseHeaders: answer === null ? null : answerHeaders(answer.headers),
    responseBody: body,
  };
}
