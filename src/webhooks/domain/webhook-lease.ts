/**
 * A lease on a webhook: how many attempts may be in flight, which delivery was read last, and which results are not stored. Times are
 * milliseconds of the process's monotonic clock.
 */
import type { Outcome } from './outcome';

/** How long attempts may begin under a lease. After that, webhooks that were served less recently come first. */
export const SERVING_MS = 1_000;

/** A lease as PostgreSQL granted it. */
export interface LeaseGrant {
  readonly accountId: number;
  readonly webhookId: number;
  readonly token: string;
  /** How many attempts may be in flight at the same time. */
  readonly slots: number;
  /** Whether the webhook's last attempt timed out, or it has never responded. */
  readonly isSlow: boolean;
  /** Whether attempts have failed since the webhook's last success. */
  readonly isFailing: boolean;
}

/** The state of a lease that is stored with results. */
export interface LeaseState {
  readonly webhookId: number;
  readonly token: string;
  /** Attempts that may be in flight at the same time from now on. */
  readonly slots: number;
  /** Whether the last attempt timed out. */
  readonly timedOut: boolean;
  /** Whether the lease ends, so that any process may acquire the webhook. */
  readonly isReleased: boolean;
}

/** A position in the order in which the deliveries of a webhook are sent: by time, then by id. */
export interface DeliveryPosition {
  /** A timestamp as PostgreSQL writes it: a `Date` would lose its microseconds. */
  readonly at: string;
  readonly id: number;
}

/** The position before all deliveries. */
export const BEFORE_ALL: DeliveryPosition = { at: '-infinity', id: 0 };

/** A lease on a webhook. Each of its slots is vacant or has an attempt in flight. */
export class WebhookLease {
  readonly accountId: number;
  readonly webhookId: number;
  readonly token: string;
  readonly isSlow: boolean;
  private readonly endsAt: number;
  /** Ids of deliveries that are in flight, or whose results are not stored. */
  private readonly unsettledIds = new Set<number>();
  private inFlight = 0;
  private vacant: number;
  private lastRead = BEFORE_ALL;
  private filledSlots = true;
  private timedOut: boolean;
  private hasFailures: boolean;
  private hasLostResult = false;
  /** The stored state; null if slots were added since it was stored. */
  private storedState: Omit<LeaseState, 'webhookId' | 'token'> | null;

  constructor(grant: LeaseGrant, now: number) {
    this.accountId = grant.accountId;
    this.webhookId = grant.webhookId;
    this.token = grant.token;
    this.isSlow = grant.isSlow;
    this.endsAt = now + SERVING_MS;
    this.vacant = grant.slots;
    this.timedOut = grant.isSlow;
    this.hasFailures = grant.isFailing;
    this.storedState = { slots: grant.slots, timedOut: grant.isSlow, isReleased: false };
  }

  /** How many attempts may be in flight at the same time. */
  get slots(): number {
    return this.inFlight + this.vacant;
  }

  /** The number of slots without an attempt. The caller fills them by `begin`, or gives them up. */
  get vacantSlots(): number {
    return this.vacant;
  }

  /** The position of the delivery that was read last. The next read begins after it. */
  get after(): DeliveryPosition {
    return this.lastRead;
  }

  /** Whether an attempt has failed since the last success, according to the settled results. */
  get isFailing(): boolean {
    return this.hasFailures;
  }

  /** Whether attempts may still begin under this lease. */
  isServing(now: number): boolean {
    return now < this.endsAt;
  }

  /** Whether there may be deliveries for more slots. */
  canGrow(now: number): boolean {
    return this.filledSlots && this.slots > 0 && this.isServing(now);
  }

  /** Whether the lease has no slots, and every result is stored or lost. */
  get isFinished(): boolean {
    return this.slots === 0 && this.unsettledIds.size === 0;
  }

  addSlots(slots: number): void {
    this.vacant += slots;
    // The earlier number of slots may have been written after the grant.
    this.storedState = null;
  }

  /** Gives up every slot without an attempt. */
  giveUpVacantSlots(): void {
    this.vacant = 0;
  }

  /**
   * Begins attempts with the deliveries that were read for `requested` vacant slots, and gives up the slots that got none. Returns the
   * deliveries to send: all but those whose result is not stored, which became due again meanwhile. Their slots stay vacant.
   */
  begin<D extends DeliveryPosition>(requested: number, deliveries: readonly D[]): readonly D[] {
    const toSend = deliveries.filter(({ id }) => !this.unsettledIds.has(id));
    for (const { id } of toSend) this.unsettledIds.add(id);
    this.inFlight += toSend.length;
    this.vacant += deliveries.length - toSend.length - requested;
    this.lastRead = deliveries.at(-1) ?? this.lastRead;
    this.filledSlots = deliveries.length >= requested;
    return toSend;
  }

  /** An attempt has ended. Gives up its slot after a timeout: from its next lease on, the webhook has one slot. */
  attemptEnded({ timedOut }: { readonly timedOut: boolean }): void {
    this.inFlight -= 1;
    this.timedOut = timedOut;
    if (!timedOut) this.vacant += 1;
  }

  /** The result of a delivery is stored, or is lost. */
  settled(id: number, outcome: Outcome, isStored: boolean): void {
    this.unsettledIds.delete(id);
    this.hasFailures = outcome !== 'success';
    if (!isStored) this.hasLostResult = true;
  }

  /**
   * The state to store together with this many results; null if it is stored already. The lease is released if these are its last results,
   * unless a result was lost: then the lease expires, so that the delivery is not repeated at once.
   */
  stateAfter(results: number): LeaseState | null {
    const { webhookId, token, slots, timedOut } = this;
    const isReleased = slots === 0 && this.unsettledIds.size === results && !this.hasLostResult;
    const { storedState } = this;
    if (storedState?.slots === slots && storedState.timedOut === timedOut && storedState.isReleased === isReleased)
      return null;
    return { webhookId, token, slots, timedOut, isReleased };
  }

  /** The state has been stored. */
  stateStored(state: LeaseState): void {
    this.storedState = state;
  }
}
