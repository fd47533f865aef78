/**
 * What attempts came to is written down in batches: deliveries, their history, counts of failures and
 * the turns they belong to, in one transaction. What ends while a batch is written is the next batch.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError, parsedUrl } from '@libs/kernel';
import { NoticesService } from '@src/notices';
import type { Turn, TurnState } from './domain/turn';
import { DeliverySettleStore, type EndedAttempt, type FailureMark } from './persistence/delivery-settle.store';

/** A lease outlives its turn and the last attempt of it by what reading and settling may take. */
export const LEASE_MARGIN_MS = 10_000;
const SETTLED_AT_ONCE = 256;
const SETTLE_AGAIN_MS = 250;

/** An attempt and the turn that it was made in. */
export interface EndedInTurn {
  readonly turn: Turn;
  readonly attempt: EndedAttempt;
}

@Injectable()
export class SettlementService {
  private readonly logger = new Logger(SettlementService.name);
  private readonly ended: EndedInTurn[] = [];
  private readonly turnsOver: Turn[] = [];
  private settling: Promise<void> | null = null;
  /** Called after each batch: turns are free again. */
  onSettled: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly settlements: DeliverySettleStore,
    private readonly notices: NoticesService,
  ) {}

  /** For so long a turn is taken, and taken anew whenever it grows. */
  get leaseMs(): number {
    return this.config.HREV_WEBHOOK_TIMEOUT + LEASE_MARGIN_MS;
  }

  /** How many results wait to be written. */
  get waiting(): number {
    return this.ended.length;
  }

  get isSettling(): boolean {
    return this.settling !== null;
  }

  /** The result is written with the next batch; where that cannot be, the delivery comes again when its lease ends. */
  add(ended: EndedInTurn): void {
    this.ended.push(ended);
    this.begin();
  }

  /** Gives a turn back of which everything is written. */
  giveBack(turn: Turn): void {
    this.turnsOver.push(turn);
    this.begin();
  }

  /** Resolves once everything that ended is written. */
  async settled(): Promise<void> {
    while (this.settling !== null) await this.settling;
  }

  private begin(): void {
    this.settling ??= this.settleAll();
  }

  private async settleAll(): Promise<void> {
    // What ended in the same moment is written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.ended.length > 0 || this.turnsOver.length > 0) {
      await this.settleBatch(this.ended.splice(0, SETTLED_AT_ONCE));
      await this.giveTurnsBack();
      this.onSettled();
    }
    // In the same moment as the last question: what ends one moment later begins anew.
    this.settling = null;
  }

  private async settleBatch(batch: readonly EndedInTurn[]): Promise<void> {
    const giveUpAt = performance.now() + LEASE_MARGIN_MS / 2;
    for (;;) {
      try {
        return await this.settle(batch);
      } catch (error) {
        // While the database is away the results are kept as long as their leases are sure to hold.
        if (!(error instanceof AppError) || performance.now() > giveUpAt) return this.settleOneByOne(batch, error);
        await new Promise((resolve) => setTimeout(resolve, SETTLE_AGAIN_MS));
      }
    }
  }

  /** One that cannot be written is logged and comes again when its lease ends; it holds up no other (F37). */
  private async settleOneByOne(batch: readonly EndedInTurn[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      const { delivery, outcome } = only.attempt;
      this.logger.error({ msg: 'a delivery could not be settled', delivery_id: delivery.id, err: error });
      only.turn.settled(delivery.id, outcome, false);
      return;
    }
    for (const one of batch) {
      await this.settle([one]).catch((reason: unknown) => this.settleOneByOne([one], reason));
    }
  }

  private async settle(batch: readonly EndedInTurn[]): Promise<void> {
    if (batch.length === 0) return;
    const sizes = new Map<Turn, number>();
    for (const { turn } of batch) sizes.set(turn, (sizes.get(turn) ?? 0) + 1);
    const news = [...sizes].flatMap(([turn, size]) => newsOf(turn, size));
    await this.write(
      batch.map(({ attempt }) => attempt),
      news,
      batch.some(({ turn, attempt }) => turn.isFailing || attempt.outcome !== 'success'),
    );
    for (const { turn, attempt } of batch) turn.settled(attempt.delivery.id, attempt.outcome, true);
    for (const { turn, state } of news) turn.told(state);
  }

  /** One that could not be given back is free when its lease ends. */
  private async giveTurnsBack(): Promise<void> {
    const over = this.turnsOver.splice(0);
    if (over.length === 0) return;
    await this.write(
      [],
      over.flatMap((turn) => newsOf(turn, 0)),
      false,
    ).catch((error: unknown) => this.logger.warn({ msg: 'turns could not be given back', err: error }));
  }

  private async write(
    attempts: readonly EndedAttempt[],
    news: readonly TurnNews[],
    countsFailures: boolean,
  ): Promise<void> {
    const turns = news.map(({ state }) => state);
    await this.database.transaction(async () => {
      for (const mark of await this.settlements.settle(attempts, turns, countsFailures)) await this.tell(mark);
    });
  }

  /** §6.5: on every 50th consecutive failure the account owner is notified. */
  private async tell({ accountId, webhookId, target, failures }: FailureMark): Promise<void> {
    await this.notices.tell({
      accountId,
      kind: 'webhook_failing',
      subject: `Webhook ${webhookId} has failed ${failures} times in a row`,
      body: `${failures} attempts in a row to deliver to webhook ${webhookId} (${parsedUrl(target)?.host ?? 'its target is not an address'}) have failed. It stays active and deliveries go on being tried. Its deliveries and the receiver's answers are listed at GET /v3/webhooks/${webhookId}/deliveries.`,
    });
  }
}

/** A turn and what PostgreSQL is to be told of it. */
interface TurnNews {
  readonly turn: Turn;
  readonly state: TurnState;
}

function newsOf(turn: Turn, results: number): readonly TurnNews[] {
  const state = turn.news(results);
  return state ? [{ turn, state }] : [];
}
