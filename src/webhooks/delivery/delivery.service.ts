/**
 * Attempts at deliveries (contract §6.5). PostgreSQL knows what is owed to whom
 * and when; a worker takes the turn of a webhook under a lease, and each of its places reads the next delivery, the webhook
 * and the secrets anew, sends the stored bytes with a fresh timestamp and signature, and has the result written. A worker that
 * dies between the receiver's answer and that leaves the delivery to be sent once more: at least once, under the same id.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { FoldedLooks } from '@libs/queue';
import { deliveryHeaders } from '../domain/delivery-headers';
import { outcomeOf, type AttemptResult } from '../domain/outcome';
import { waitAfter } from './domain/retry-ladder';
import { Turn } from './domain/turn';
import { TurnStore, type DueDelivery, type Wanted } from './persistence/turn.store';
import { WebhookSender } from '../sender/webhook-sender';
import { LEASE_MARGIN_MS, SettlementService } from './settlement.service';
import { SigningSecretService } from '../signing-secret.service';

/** Results that may wait to be written before nothing further is begun. */
const MOST_UNSETTLED = 1_024;
/** What is free within so short a time is taken together. */
const GATHER_MS = 5;

/** Of each account, newest first; null where they cannot be read. */
type SecretsOf = ReadonlyMap<number, readonly string[] | null>;

@Injectable()
export class DeliveryService {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly turns = new Map<string, Turn>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly taking = new FoldedLooks(() => this.takeWhilePlacesAreFree(), this.failed('take turns'));
  private readonly reading = new FoldedLooks(() => this.readForAll(), this.failed('read deliveries'));
  private isStopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: TurnStore,
    private readonly settlements: SettlementService,
    private readonly secrets: SigningSecretService,
    private readonly sender: WebhookSender,
  ) {
    settlements.onSettled = () => {
      this.letGo();
      void this.look();
    };
  }

  /** Takes turns until nothing more is due or all places are taken. Calls while it looks are folded into one. Never throws. */
  look(): Promise<void> {
    return this.taking.look();
  }

  /** Nothing is begun from now on. */
  stop(): void {
    this.isStopping = true;
  }

  /** Resolves when nothing is under way and everything that ended is written; after `stop`, nothing is ours then. */
  async idle(): Promise<void> {
    while (this.isBusy) {
      await Promise.all([this.taking.idle(), this.reading.idle(), ...this.underWay]);
      await this.settlements.settled();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private get isBusy(): boolean {
    const isLooking = this.taking.isLooking || this.reading.isLooking;
    return isLooking || this.settlements.isSettling || this.underWay.size > 0 || this.turns.size > 0;
  }

  /** What this process has free, and how much of it for webhooks that are slow: half of all that it has, at most. */
  private free(): { readonly places: number; readonly slowPlaces: number } {
    const all = this.config.HREV_WEBHOOK_CONCURRENCY;
    const turns = [...this.turns.values()];
    const held = (some: readonly Turn[]): number => some.reduce((sum, turn) => sum + turn.places, 0);
    const slow = held(turns.filter((turn) => turn.isSlow));
    return { places: all - held(turns), slowPlaces: Math.max(Math.ceil(all / 2) - slow, 0) };
  }

  private async takeWhilePlacesAreFree(): Promise<void> {
    while (!this.isStopping && this.settlements.waiting < MOST_UNSETTLED) {
      const free = this.free();
      if (free.places <= 0 || (await this.take(free)) === 0) return;
      void this.reading.look();
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
  }

  /** Gives how many turns were taken or have grown. */
  private async take(free: { readonly places: number; readonly slowPlaces: number }): Promise<number> {
    const now = performance.now();
    const growing = [...this.turns.values()].filter((turn) => turn.canGrow(now));
    for (const turn of growing) turn.askForPlaces();
    try {
      const asked = { ...free, growing: growing.map((turn) => turn.token) };
      const grants = await this.store.take(asked, this.settlements.leaseMs);
      for (const grant of grants) {
        const known = this.turns.get(grant.token);
        if (known) known.grow(grant.places);
        else this.turns.set(grant.token, new Turn(grant, now));
      }
      return grants.length;
    } finally {
      for (const turn of growing) turn.grow(0);
      this.letGo();
    }
  }

  /** Finds the next delivery for every place that looks for one. */
  private async readForAll(): Promise<void> {
    for (;;) {
      const wanted = [...this.turns.values()]
        .filter((turn) => turn.wants > 0)
        .map((turn): Wanted & { readonly turn: Turn } => ({ turn, count: turn.wants }));
      if (wanted.length === 0) return;
      await this.read(wanted);
    }
  }

  private async read(wanted: readonly (Wanted & { readonly turn: Turn })[]): Promise<void> {
    let due: readonly DueDelivery[] = [];
    let secrets: SecretsOf = new Map();
    try {
      if (!this.isStopping) {
        const found = await this.store.due(wanted, this.config.HREV_WEBHOOK_TIMEOUT + LEASE_MARGIN_MS / 2);
        secrets = await this.secretsOf(found);
        due = found;
      }
    } finally {
      // Whatever happened: places that found nothing are given up.
      const found = new Map<string, DueDelivery[]>(wanted.map(({ turn }) => [turn.token, []]));
      for (const delivery of due) found.get(delivery.token)?.push(delivery);
      for (const { turn, count } of wanted)
        for (const delivery of turn.found(count, found.get(turn.token) ?? [])) this.begin(turn, delivery, secrets);
      this.letGo();
    }
  }

  private begin(turn: Turn, delivery: DueDelivery, secrets: SecretsOf): void {
    const attempt = this.attempt(turn, delivery, secrets.get(delivery.accountId) ?? null).finally(() =>
      this.underWay.delete(attempt),
    );
    this.underWay.add(attempt);
  }

  /** One attempt; its result waits to be written when this resolves. Never rejects. */
  private async attempt(turn: Turn, delivery: DueDelivery, secrets: readonly string[] | null): Promise<void> {
    const result = await this.send(delivery, secrets);
    const outcome = outcomeOf(result);
    const ladder = { waitsMs: this.config.HREV_WEBHOOK_BACKOFF, attempts: this.config.HREV_WEBHOOK_ATTEMPTS };
    const waitMs = outcome === 'retry' ? waitAfter(delivery.tries + 1, ladder) : null;
    turn.attempted(performance.now(), { timedOut: result.error === 'timeout', goesOn: !this.isStopping });
    this.settlements.add({ turn, attempt: { delivery, result, outcome, waitMs } });
    if (turn.wants > 0) void this.reading.look();
  }

  private send(delivery: DueDelivery, secrets: readonly string[] | null): Promise<AttemptResult> {
    // Never unsigned: without its secrets a delivery waits like one that nobody answered.
    if (secrets === null) return Promise.resolve({ statusCode: null, error: 'no_secret', durationMs: 0 });
    const { id: deliveryId, eventType: event, eventId, body } = delivery;
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = deliveryHeaders({ event, deliveryId, eventId, timestamp }, secrets, body);
    return this.sender.send(delivery.target, headers, body);
  }

  /** Turns of which nothing is left. */
  private letGo(): void {
    for (const turn of this.turns.values()) {
      if (!turn.isOver) continue;
      this.turns.delete(turn.token);
      if (turn.isToGiveBack) this.settlements.giveBack(turn);
    }
  }

  /** An account whose secrets cannot be read has none here, and does not hold up the others (F42). */
  private async secretsOf(due: readonly DueDelivery[]): Promise<SecretsOf> {
    const readable = new Map<number, readonly string[] | null>();
    for (const { accountId, sealedSecrets } of due) {
      if (readable.has(accountId)) continue;
      const isFirst = sealedSecrets === null;
      readable.set(
        accountId,
        isFirst ? await this.secrets.validSecrets(accountId) : this.opened(accountId, sealedSecrets),
      );
    }
    return readable;
  }

  private opened(accountId: number, sealedSecrets: string): readonly string[] | null {
    try {
      return this.secrets.openedTogether(accountId, sealedSecrets);
    } catch (error) {
      const err = (error instanceof Error ? error.cause : undefined) ?? error;
      this.logger.error({ msg: 'the signing secrets cannot be read', account_id: accountId, err });
      return null;
    }
  }

  private failed(what: string): (error: unknown) => void {
    return (error) => this.logger.warn(`could not ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
