/**
 * What a process knows of a webhook that it serves: how many of its places work, what they have under
 * way, and how far it has read. Times are of the process's monotonic clock.
 */
import type { Outcome } from '../../domain/outcome';

/** So long a webhook is served at a time, so that one with much to tell does not keep the places of those that wait. */
export const TURN_MS = 1_000;

/** The right to serve, as PostgreSQL gave it, and how many attempts may be under way at the same time. */
export interface TurnGrant {
  readonly accountId: number;
  readonly webhookId: number;
  readonly token: string;
  readonly places: number;
  /** It ran into the time limit last, or never answered yet. */
  readonly isSlow: boolean;
  /** Whether attempts have failed since its last success. */
  readonly isFailing: boolean;
}

/** How a turn goes on once its results are settled, as PostgreSQL is told. */
export interface TurnState {
  readonly webhookId: number;
  readonly token: string;
  /** Attempts that may be under way at the same time from now on. */
  readonly places: number;
  /** Whether the last attempt ran into the time limit. */
  readonly timedOut: boolean;
  /** Nobody serves the webhook from now on, until it is taken anew. */
  readonly isOver: boolean;
}

/** A place among the deliveries of a webhook, which are served by time and id. */
export interface DueAt {
  /** As PostgreSQL writes it: a `Date` would lose its microseconds. */
  readonly at: string;
  readonly id: number;
}

/** Before all that is due. */
export const FIRST: DueAt = { at: '-infinity', id: 0 };

export class Turn {
  readonly accountId: number;
  readonly webhookId: number;
  readonly token: string;
  readonly isSlow: boolean;
  private readonly endsAt: number;
  private readonly unsettled = new Set<number>();
  private working = 0;
  private looking = 0;
  private growing = false;
  private canHaveMore = true;
  private failing: boolean;
  private lost = false;
  private givenBack = false;
  private read = FIRST;
  /** What PostgreSQL knows of it; null where that is not certain. */
  private known: Pick<TurnState, 'places' | 'timedOut'> | null;
  private timedOut: boolean;

  constructor(grant: TurnGrant, now: number) {
    this.accountId = grant.accountId;
    this.webhookId = grant.webhookId;
    this.token = grant.token;
    this.isSlow = grant.isSlow;
    this.failing = grant.isFailing;
    this.endsAt = now + TURN_MS;
    this.timedOut = grant.isSlow;
    this.grow(grant.places);
    this.known = { places: grant.places, timedOut: grant.isSlow };
  }

  /** Places of this turn: those with an attempt under way and those that look for their next delivery. */
  get places(): number {
    return this.working + this.looking;
  }

  /** The delivery it read last. */
  get after(): DueAt {
    return this.read;
  }

  /** Whether something of it has failed since its last success, as far as the counts in PostgreSQL are concerned. */
  get isFailing(): boolean {
    return this.failing;
  }

  /** Whether further places would find something to do. */
  canGrow(now: number): boolean {
    return this.canHaveMore && this.places > 0 && now < this.endsAt;
  }

  /** Nothing is under way, nothing waits to be settled, nobody is asking for more places. */
  get isOver(): boolean {
    return this.places === 0 && this.unsettled.size === 0 && !this.growing;
  }

  /** Whether it is over once so many results of it are written, and may be given back with them. */
  endsWith(results: number): boolean {
    return this.places === 0 && this.unsettled.size === results && !this.growing && !this.lost;
  }

  /**
   * Whether PostgreSQL is still to be told that it is over. Not where a result of it could not be written: its lease is left to
   * run out then, so that what failed is not repeated at once.
   */
  get isToGiveBack(): boolean {
    return this.isOver && !this.givenBack && !this.lost;
  }

  /**
   * How it goes on once so many results of it are written; null where PostgreSQL knows that. Its lease is no news: it outlives
   * whatever a turn has time to begin.
   */
  news(results: number): TurnState | null {
    const { webhookId, token, places, timedOut } = this;
    const isOver = this.endsWith(results);
    if (!isOver && this.known?.places === places && this.known.timedOut === timedOut) return null;
    return { webhookId, token, places, timedOut, isOver };
  }

  /** That stands in PostgreSQL now. */
  told(state: TurnState): void {
    // While it grows nobody knows which of the two was written last.
    this.known = this.growing ? null : state;
    if (state.isOver) this.givenBack = true;
  }

  /** Further places are asked for: it does not end before the answer. */
  askForPlaces(): void {
    this.growing = true;
  }

  /** The answer to that: so many, or none. */
  grow(places: number): void {
    this.growing = false;
    this.looking += places;
    if (places > 0) this.known = null;
  }

  /** How many places look for a delivery; they are answered by `found`. */
  get wants(): number {
    return this.looking;
  }

  /**
   * What was found for `asked` places, in order. Gives those to begin: one that is under way, or not settled yet, was asked
   * for anew meanwhile and is passed over; its place looks on. Places that found nothing are given up.
   */
  found<D extends DueAt>(asked: number, deliveries: readonly D[]): readonly D[] {
    const fresh = deliveries.filter(({ id }) => !this.unsettled.has(id));
    for (const { id } of fresh) this.unsettled.add(id);
    this.looking -= asked - (deliveries.length - fresh.length);
    this.working += fresh.length;
    this.canHaveMore = deliveries.length === asked;
    this.read = deliveries.at(-1) ?? this.read;
    return fresh;
  }

  /**
   * An attempt ended; its place looks for the next delivery. It is given up where the attempt ran into the time limit (the
   * webhook gets one place from then on, in its next turn), where `goesOn` is false, or where the time of the turn is over.
   */
  attempted(now: number, { timedOut, goesOn }: { readonly timedOut: boolean; readonly goesOn: boolean }): void {
    this.working -= 1;
    this.timedOut = timedOut;
    if (goesOn && !timedOut && now < this.endsAt) this.looking += 1;
  }

  /** What was decided of a delivery stands in PostgreSQL, or never will. */
  settled(id: number, outcome: Outcome, isStored: boolean): void {
    this.unsettled.delete(id);
    this.failing = outcome !== 'success';
    if (!isStored) this.lost = true;
  }
}
