import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { ExchangeBudget, recordedExchange, recordedRequest } from '../domain/exchange';
import type { OwnHeaders } from '../domain/own-headers';
import { signedHeaders } from '../domain/signature';
import { DeliverySettleStore, type EndedAttempt, type Exchange } from '../persistence/delivery-settle.store';
import { OwnHeadersService } from '../own-headers.service';
import { SigningSecretService } from '../signing-secret.service';
import { ClaimWaits } from './claim-waits';
import { judged, type ClaimReport, type Listener } from './domain/claim';
import { ClaimStore, type ClaimedDelivery, type HeldClaim, type SettledDelivery } from './persistence/claim.store';

/** A claimed delivery as the client sends it: the bytes and the headers of an attempt by the service. */
export interface SendableDelivery extends ClaimedDelivery {
  readonly headers: Readonly<Record<string, string>>;
}

/** How a claim waits for a delivery. */
export interface ClaimWait {
  readonly limit: number;
  /** 0: it does not wait. */
  readonly waitMs: number;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** Throws if the client may no longer claim: its key may have been revoked during the wait. */
  readonly assertAdmitted: () => Promise<void>;
}

/** What became of a report. `lease_lost`: nothing was stored, because the lease has ended or the delivery has changed. */
export interface SettledReport {
  readonly deliveryId: number;
  readonly result: 'stored' | 'released' | 'lease_lost';
  /** The delivery after its result was stored; null otherwise. */
  readonly delivery: SettledDelivery | null;
}

/** An attempt of a client under a valid lease. */
interface ReportedAttempt {
  readonly report: ClaimReport;
  readonly claim: HeldClaim;
  readonly ended: EndedAttempt;
}

/** Deliveries of listeners, which a client claims, sends to its own receiver and settles (contract §4.11, ADR 40). */
@Injectable()
export class ClaimsService {
  private readonly budget = new ExchangeBudget();

  constructor(
    private readonly database: Database,
    private readonly claims: ClaimStore,
    private readonly waits: ClaimWaits,
    private readonly settlements: DeliverySettleStore,
    private readonly secrets: SigningSecretService,
    private readonly headers: OwnHeadersService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Claims due deliveries, first due first, each under a lease of its own. Waits for one if there is none. Returns none when the wait is
   * over, and at once if too many requests wait. Throws 404 if the account has no such webhook, and `conflict` for one with a target.
   */
  async claim(
    listener: Listener,
    { limit, waitMs, signal, assertAdmitted }: ClaimWait,
  ): Promise<readonly SendableDelivery[]> {
    const until = performance.now() + waitMs;
    const first = await this.claimNow(listener, limit, signal);
    if (first.length > 0 || waitMs === 0) return first;
    const later = await this.waits.within(listener.accountId, async () => {
      while (await this.waits.next(listener, until - performance.now(), signal)) {
        await assertAdmitted();
        const found = await this.claimNow(listener, limit, signal);
        if (found.length > 0) return found;
      }
      return [];
    });
    return later ?? [];
  }

  /**
   * Settles claimed deliveries as attempts of the service are settled: their next attempt, their history and the count of failures. All
   * reports or none are stored; one whose lease is lost stores nothing. Throws as `claim`.
   */
  async settle(listener: Listener, reports: readonly ClaimReport[]): Promise<readonly SettledReport[]> {
    return this.database.transaction(async () => {
      await this.lock(listener);
      const held = new Map((await this.claims.held(listener, reports)).map((claim) => [claim.id, claim]));
      const attempts = reports.flatMap((report) => {
        const claim = held.get(report.deliveryId);
        return claim === undefined || report.result === null
          ? []
          : [{ report, claim, ended: this.ended(listener, claim, report.result, report.response) }];
      });
      const stored = await this.store(listener, attempts);
      await this.claims.end(listener.accountId, [...held.values()]);
      return reports.map((report) => settledReport(report, held.has(report.deliveryId), stored));
    });
  }

  /** Throws 404 if there is no such webhook, and `conflict` if it has a target. */
  private async lock(listener: Listener): Promise<void> {
    const isListener = await this.claims.lock(listener);
    if (isListener === null) throw notFound();
    if (!isListener) throw new AppError('conflict', 'This webhook has a target: the service sends its deliveries');
  }

  private async claimNow(listener: Listener, limit: number, signal: AbortSignal): Promise<readonly SendableDelivery[]> {
    const { accountId, webhookId } = listener;
    const sendable = await this.database.transaction(async () => {
      await this.lock(listener);
      await this.claims.noteClient(listener);
      const claimed = await this.claims.claim(listener, limit);
      if (claimed.length === 0) return [];
      const secrets = await this.secrets.validSecrets(accountId);
      const own = await this.headers.read(accountId, webhookId);
      const signed = claimed.map((delivery) => ({ ...delivery, headers: headersOf(delivery, secrets, own) }));
      const headers = signed.map((one) => ({ deliveryId: one.id, headers: recordedRequest(one.headers, own) }));
      await this.claims.storeHeaders(accountId, headers);
      return signed;
    });
    if (!signal.aborted) return sendable;
    // The client cannot receive them.
    await this.claims.end(accountId, sendable);
    return [];
  }

  private ended(
    { accountId, webhookId }: Listener,
    claim: HeldClaim,
    result: NonNullable<ClaimReport['result']>,
    response: ClaimReport['response'],
  ): EndedAttempt {
    const { id, token, tries } = claim;
    const schedule = { waitsMs: this.config.HREV_WEBHOOK_BACKOFF, attempts: this.config.HREV_WEBHOOK_ATTEMPTS };
    return {
      delivery: { id, accountId, webhookId, token, tries },
      result,
      ...judged(result, tries, schedule, response?.headers ?? {}, Date.now()),
    };
  }

  /** Stores results and their exchanges. Returns the deliveries whose result was stored, by id. */
  private async store(
    { accountId, webhookId }: Listener,
    attempts: readonly ReportedAttempt[],
  ): Promise<ReadonlyMap<number, SettledDelivery>> {
    if (attempts.length === 0) return new Map();
    const stored = await this.settlements.settleClaimed(attempts.map(({ ended }) => ended));
    const exchanges = attempts
      .filter(({ claim }) => stored.has(claim.id))
      .filter(({ ended }) => this.budget.take(webhookId, ended.outcome === 'success', performance.now()));
    if (exchanges.length > 0) {
      const own = await this.headers.read(accountId, webhookId);
      await this.settlements.storeExchanges(exchanges.map((one) => exchangeOf(accountId, one, own)));
    }
    const settled = await this.claims.settled(accountId, [...stored]);
    return new Map(settled.map((delivery) => [delivery.id, delivery]));
  }
}

/** The headers of an attempt that begins now. */
function headersOf(
  { id: deliveryId, eventType: event, eventId, sequence, body }: ClaimedDelivery,
  secrets: readonly string[],
  own: OwnHeaders,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const signed = signedHeaders({ event, deliveryId, eventId, timestamp, sequence }, secrets, body);
  return { ...Object.fromEntries(own), ...signed };
}

function exchangeOf(
  accountId: number,
  { report: { response }, claim, ended }: ReportedAttempt,
  own: OwnHeaders,
): Exchange {
  const received = response === null ? null : { headers: response.headers, body: Buffer.from(response.body) };
  return {
    deliveryId: claim.id,
    number: claim.attempts + 1,
    accountId,
    startedAt: new Date(Date.now() - ended.result.durationMs),
    ...recordedExchange(claim.requestHeaders ?? {}, own, received),
  };
}

function settledReport(
  { deliveryId, result }: ClaimReport,
  isHeld: boolean,
  stored: ReadonlyMap<number, SettledDelivery>,
): SettledReport {
  const delivery = stored.get(deliveryId) ?? null;
  if (isHeld && result === null) return { deliveryId, result: 'released', delivery: null };
  return { deliveryId, result: delivery === null ? 'lease_lost' : 'stored', delivery };
}
