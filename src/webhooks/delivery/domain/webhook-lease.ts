/**
 * A lease on a webhook: how many attempts may be in flight, which deliveries have been read and not sent, and which results are
 * not stored. Times are milliseconds of the process's monotonic clock.
 */
import type { Outcome } from '../../domain/outcome';

/** How long attempts begin under a lease; then webhooks that were served less recently are served. */
export const SERVING_MS = 1_000;
/**
 * How long after it was read a delivery may be sent. Then it is read again, because its webhook may have been paused, deleted or
 * given another target.
 */
export const FRESH_MS = 100;

/** A lease as PostgreSQL granted it. */
export interface LeaseGrant {
  readonly accountId: number;
  readonly webhookId: number;
  readonly token: string;
  /** How many attempts may be in flight at the same time. */
  readonly slots: number;
  /** Its last attempt timed out, or it has never answered. */
  readonly isSlow: boolean;
  /** Whether attempts have failed since its last success. */
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
  /** The webhook is free: any process may acquire it. */
  readonly isReleased: boolean;
}

/** A position in the order in which the deliveries of a webhook are sent: by time, then by id. */
export interface DeliveryPosition {
  /** As PostgreSQL writes it: a `Date` would lose its microseconds. */
  readonly at: string;
  readonly id: number;
}

/** Before all deliveries. */
export const BEFORE_ALL: DeliveryPosition = { at: '-infinity', id: 0 };

export class WebhookLease<D extends DeliveryPosition = DeliveryPosition> {
  readonly accountId: number;
  readonly webhookId: number;
  readonly token: string;
  readonly isSlow: boolean;
  private readonly endsAt: number;
  /** Deliveries that were read and not sent, in order. */
  private queue: D[] = [];
  private readAt = 0;
  /** Ids of deliveries that are queued, in flight, or whose results are not stored. */
  private readonly open = new Set<number>();
  private slotCount: number;
  private inFlight = 0;
  private readPosition = BEFORE_ALL;
  private sentPosition = BEFORE_ALL;
  private filledSlots = true;
  private timedOut: boolean;
  private hasFailures: boolean;
  private hasLostResult = false;
  /** What is stored of it; null where slots were added since. */
  private stored: Omit<LeaseState, 'webhookId' | 'token'> | null;

  constructor(grant: LeaseGrant, now: number) {
    this.accountId = grant.accountId;
    this.webhookId = grant.webhookId;
    this.token = grant.token;
    this.isSlow = grant.isSlow;
    this.endsAt = now + SERVING_MS;
    this.slotCount = grant.slots;
    this.timedOut = grant.isSlow;
    this.hasFailures = grant.isFailing;
    this.stored = { slots: grant.slots, timedOut: grant.isSlow, isReleased: false };
  }

  /** How many attempts may be in flight at the same time. */
  get slots(): number {
    return this.slotCount;
  }

  /** Slots without an attempt, while no delivery is queued for them. They need `assign`, or `giveUpVacantSlots`. */
  get vacantSlots(): number {
    return this.queue.length > 0 ? 0 : this.slotCount - this.inFlight;
  }

  /** Whether some slot has no attempt in flight. */
  get hasFreeSlots(): boolean {
    return this.inFlight < this.slotCount;
  }

  /** Where the next read begins: after the delivery that was read last. */
  get after(): DeliveryPosition {
    return this.readPosition;
  }

  /** Whether an attempt has failed since the last success, by the results that are stored. */
  get isFailing(): boolean {
    return this.hasFailures;
  }

  /** Whether attempts may still begin under this lease. */
  isServing(now: number): boolean {
    return now < this.endsAt;
  }

  /** Whether more slots may find deliveries to send. */
  canGrow(now: number): boolean {
    return this.filledSlots && this.slotCount > 0 && this.isServing(now);
  }

  /** It has no slots, and every result is stored or lost. */
  get isFinished(): boolean {
    return this.slotCount === 0 && this.open.size === 0;
  }

  addSlots(slots: number): void {
    this.slotCount += slots;
    // A write of the former number may have come later than the grant.
    this.stored = null;
  }

  /** Stops sending: discards queued deliveries and gives up every slot without an attempt. */
  giveUpVacantSlots(): void {
    this.discardQueue();
    this.slotCount = this.inFlight;
  }

  /**
   * Queues what was read for `vacant` slots, in order. A delivery that is open already is left out: it was made due again while its
   * attempt is in flight. Slots without a delivery are given up.
   */
  assign(vacant: number, deliveries: readonly D[], now: number): void {
    this.queue = deliveries.filter(({ id }) => !this.open.has(id));
    for (const { id } of this.queue) this.open.add(id);
    this.readAt = now;
    this.readPosition = deliveries.at(-1) ?? this.readPosition;
    this.filledSlots = deliveries.length >= vacant;
    this.slotCount -= Math.max(vacant - deliveries.length, 0);
  }

  /** The next delivery to send, whose attempt begins now. Null where no slot or fresh delivery is left, or serving has ended. */
  take(now: number): D | null {
    if (!this.hasFreeSlots || !this.isServing(now)) return null;
    if (now - this.readAt > FRESH_MS) this.discardQueue();
    const next = this.queue.shift() ?? null;
    if (next === null) return null;
    this.sentPosition = next;
    this.inFlight += 1;
    return next;
  }

  /** An attempt has ended. After a timeout its slot is given up: the webhook has one slot from its next lease on. */
  attemptEnded({ timedOut }: { readonly timedOut: boolean }): void {
    this.inFlight -= 1;
    this.timedOut = timedOut;
    if (timedOut) this.slotCount -= 1;
    if (this.slotCount === 0) this.discardQueue();
  }

  /** The result of a delivery is stored, or is lost. */
  settled(id: number, outcome: Outcome, isStored: boolean): void {
    this.open.delete(id);
    this.hasFailures = outcome !== 'success';
    if (!isStored) this.hasLostResult = true;
  }

  /**
   * The state to store with this many of its results; null where it is stored already. A lease that ends with them is released,
   * unless a result was lost: then it expires, so that the delivery is not repeated at once.
   */
  stateAfter(results: number): LeaseState | null {
    const { webhookId, token, slotCount: slots, timedOut } = this;
    const isReleased = slots === 0 && this.open.size === results && !this.hasLostResult;
    const { stored } = this;
    if (stored?.slots === slots && stored.timedOut === timedOut && stored.isReleased === isReleased) return null;
    return { webhookId, token, slots, timedOut, isReleased };
  }

  /** The state has been stored. */
  stateStored(state: LeaseState): void {
    this.stored = state;
  }

  private discardQueue(): void {
    for (const { id } of this.queue) this.open.delete(id);
    this.queue = [];
    this.readPosition = this.sentPosition;
  }
}
