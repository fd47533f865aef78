/**
 * Stores the headers and responses of attempts (contract §4.11), apart from their results: no slot waits for the body of
 * a response or for this statement. A crash loses at most a second of it, and a failure to store it is logged.
 */
import { Injectable, Logger } from '@nestjs/common';
import type { OwnHeaders } from '../domain/own-headers';
import type { SentRequest } from '../webhook-sender';
import { ExchangeBudget, recordedExchange } from '../domain/exchange';
import { DeliverySettleStore, type Exchange } from '../persistence/delivery-settle.store';
import type { JudgedAttempt } from './settlement.service';

const EVERY_MS = 1_000;
/** Further exchanges are not stored while this many wait. */
const MAX_WAITING = 2_000;

/** What was sent; `response`: null if no response arrived. */
type SentExchange = Pick<SentRequest, 'headers' | 'response'>;

@Injectable()
export class ExchangeRecorderService {
  private readonly logger = new Logger(ExchangeRecorderService.name);
  private readonly budget = new ExchangeBudget();
  private waiting: Promise<Exchange>[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly store: DeliverySettleStore) {}

  /**
   * Stores the exchange of an attempt within a second, if the budget of its webhook allows it. `own`: the webhook's own
   * headers, whose values are not stored.
   */
  note(attempt: JudgedAttempt, own: OwnHeaders, sent: SentExchange): void {
    const { delivery, outcome } = attempt;
    if (this.waiting.length >= MAX_WAITING) return;
    if (!this.budget.take(delivery.webhookId, outcome === 'success', performance.now())) return;
    this.waiting.push(exchangeOf(attempt, own, sent));
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
      await this.store.storeExchanges([...byAttempt.values()]);
    } catch (error) {
      this.logger.warn({
        msg: 'headers and answers of attempts could not be stored',
        count: waiting.length,
        err: error,
      });
    }
  }
}

async function exchangeOf(
  { delivery, result }: JudgedAttempt,
  own: OwnHeaders,
  { headers, response }: SentExchange,
): Promise<Exchange> {
  const startedAt = new Date(Date.now() - result.durationMs);
  const body = await response?.body();
  const received = response === null ? null : { headers: response.headers, body: body ?? Buffer.alloc(0) };
  return {
    deliveryId: delivery.id,
    number: delivery.attempts + 1,
    accountId: delivery.accountId,
    startedAt,
    ...recordedExchange(headers, own, received),
  };
}
