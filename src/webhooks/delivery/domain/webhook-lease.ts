/**
 * A webhook that this process delivers to, under a lease: how many of its slots are in use, which deliveries are in flight, and
 * how far its deliveries have been read. Times are of the process's monotonic clock.
 */
import type { Outcome } from '../../domain/outcome';

/** How long a webhook is served before others that wait are. */
export const SERVING_MS = 1_000;

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

export class WebhookLease {
  readonly accountId: number;
  readonly webhookId: number;
  readonly token: string;
  readonly isSlow: boolean;
  private readonly endsAt: number;
  private readonly unsettled = new Set<number>();
  private sending = 0;
  private vacant = 0;
  private isGrowing = false;
  private mayHaveMore = true;
  private hasFailures: boolean;
  private hasLostResult = false;
  private isReleased = false;
  private position = BEFORE_ALL;
  /** What is stored of it; null while that is uncertain. */
  private stored: Pick<LeaseState, 'slots' | 'timedOut'> | null;
  private timedOut: boolean;

  constructor(grant: LeaseGrant, now: number) {
    this.accountId = grant.accountId;
    this.webhookId = grant.webhookId;
    this.token = grant.token;
    this.isSlow = grant.isSlow;
    this.hasFailures = grant.isFailing;
    this.endsAt = now + SERVING_MS;
    this.timedOut = grant.isSlow;
    this.addSlots(grant.slots);
    this.stored = { slots: grant.slots, timedOut: grant.isSlow };
  }

  /** Slots in use: those with an attempt in flight and those that wait for their next delivery. */
  get slots(): number {
    return this.sending + this.vacant;
  }

  /** The delivery that was read last. */
  get after(): DeliveryPosition {
    return this.position;
  }

  /** Whether an attempt has failed since the last success, as far as the stored counts are concerned. */
  get isFailing(): boolean {
    return this.hasFailures;
  }

  /** Whether more slots would find deliveries to send. */
  canGrow(now: number): boolean {
    return this.mayHaveMore && this.slots > 0 && now < this.endsAt;
  }

  /** Nothing is in flight, no result waits to be stored, and no slots are requested. */
  get isFinished(): boolean {
    return this.slots === 0 && this.unsettled.size === 0 && !this.isGrowing;
  }

  /** Whether it is finished once so many of its results are stored, and can be released with them. */
  finishesWith(results: number): boolean {
    return this.slots === 0 && this.unsettled.size === results && !this.isGrowing && !this.hasLostResult;
  }

  /**
   * Whether it is finished and not released yet. False where a result could not be stored: the lease then expires, so that the
   * delivery is not repeated at once.
   */
  get needsRelease(): boolean {
    return this.isFinished && !this.isReleased && !this.hasLostResult;
  }

  /** The state to store with so many of its results; null where it is stored already. The expiry of the lease is not part of it. */
  stateAfter(results: number): LeaseState | null {
    const { webhookId, token, slots, timedOut } = this;
    const isReleased = this.finishesWith(results);
    if (!isReleased && this.stored?.slots === slots && this.stored.timedOut === timedOut) return null;
    return { webhookId, token, slots, timedOut, isReleased };
  }

  /** The state has been stored. */
  stateStored(state: LeaseState): void {
    // While slots are requested, either of the two writes may be the last.
    this.stored = this.isGrowing ? null : state;
    if (state.isReleased) this.isReleased = true;
  }

  /** More slots are requested: it is not finished before `addSlots`. */
  requestSlots(): void {
    this.isGrowing = true;
  }

  /** Answers the request: so many slots, or none. */
  addSlots(slots: number): void {
    this.isGrowing = false;
    this.vacant += slots;
    if (slots > 0) this.stored = null;
  }

  /** Slots that wait for a delivery; `assign` answers them. */
  get vacantSlots(): number {
    return this.vacant;
  }

  /**
   * Assigns what was read for so many slots, in order. Returns the deliveries to send: one that is in flight, or not settled
   * yet, was read twice and is left out, and its slot stays vacant. Slots without a delivery are given up.
   */
  assign<D extends DeliveryPosition>(requested: number, deliveries: readonly D[]): readonly D[] {
    const fresh = deliveries.filter(({ id }) => !this.unsettled.has(id));
    for (const { id } of fresh) this.unsettled.add(id);
    this.vacant -= requested - (deliveries.length - fresh.length);
    this.sending += fresh.length;
    this.mayHaveMore = deliveries.length === requested;
    this.position = deliveries.at(-1) ?? this.position;
    return fresh;
  }

  /**
   * An attempt has ended; its slot waits for the next delivery. The slot is given up where the attempt timed out (the webhook has
   * one slot from its next lease on), where `goesOn` is false, or where the webhook has been served for `SERVING_MS`.
   */
  attemptEnded(now: number, { timedOut, goesOn }: { readonly timedOut: boolean; readonly goesOn: boolean }): void {
    this.sending -= 1;
    this.timedOut = timedOut;
    if (goesOn && !timedOut && now < this.endsAt) this.vacant += 1;
  }

  /** The result of a delivery is stored, or never will be. */
  settled(id: number, outcome: Outcome, isStored: boolean): void {
    this.unsettled.delete(id);
    this.hasFailures = outcome !== 'success';
    if (!isStored) this.hasLostResult = true;
  }
}
