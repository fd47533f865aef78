/**
 * The requests of each account and their acknowledgements: objects, links, webhooks, replies. Pure. Times are from the clock of the run.
 */
import type { PageTruth, ReviewTruth } from './platform-model';

/**
 * A time in which something was disabled: from a moment between `requestedAt` and `doneAt` to a moment between
 * `resumeRequestedAt` and `resumedAt`.
 */
export interface Pause {
  readonly requestedAt: number;
  readonly doneAt: number;
  resumeRequestedAt: number | null;
  resumedAt: number | null;
}

export class Switch {
  readonly pauses: Pause[] = [];

  off(requestedAt: number, doneAt: number): void {
    this.pauses.push({ requestedAt, doneAt, resumeRequestedAt: null, resumedAt: null });
  }

  on(requestedAt: number, doneAt: number): void {
    const last = this.pauses.at(-1);
    if (last?.resumedAt === null) Object.assign(last, { resumeRequestedAt: requestedAt, resumedAt: doneAt });
  }

  /** Returns whether it was certainly enabled during the whole span. */
  wasOn(from: number, to: number): boolean {
    return this.pauses.every((pause) => pause.requestedAt > to || (pause.resumedAt ?? Infinity) < from);
  }

  /** Returns whether it was certainly disabled at this moment. */
  wasOff(at: number): boolean {
    return this.pauses.some((pause) => pause.doneAt < at && (pause.resumeRequestedAt ?? Infinity) > at);
  }
}

export interface LinkEntry {
  readonly id: number;
  readonly page: PageTruth;
  readonly switch: Switch;
  isDeleted: boolean;
}

export interface ObjectEntry {
  readonly id: number;
  readonly account: number;
  readonly links: LinkEntry[];
  readonly switch: Switch;
  /** Whether actors may disable it, delete it or remove its links; other objects stay unchanged. */
  readonly mayChange: boolean;
  name: string;
  isDeleted: boolean;
  /** Whether an actor is changing it. */
  isBusy: boolean;
  readonly hidden: Set<number>;
  pins: number[];
}

export interface ReplyRequest {
  readonly text: string | null;
  readonly requestedAt: number;
  /** When it was accepted; null if no response arrived. */
  readonly acceptedAt: number | null;
}

/** All requests about the reply to one review. */
export interface ReplyRequests {
  readonly reviewId: number;
  readonly review: ReviewTruth;
  readonly account: number;
  readonly list: ReplyRequest[];
  isBusy: boolean;
}

export class TenantLedger {
  readonly objects: ObjectEntry[] = [];
  readonly replyRequests = new Map<number, ReplyRequests>();

  /** Existing objects of an account. */
  objectsOf(account: number): readonly ObjectEntry[] {
    return this.objects.filter((object) => object.account === account && !object.isDeleted);
  }

  /** Existing links, with their objects. */
  get links(): readonly { readonly object: ObjectEntry; readonly link: LinkEntry }[] {
    return this.objects
      .filter((object) => !object.isDeleted)
      .flatMap((object) => object.links.filter((link) => !link.isDeleted).map((link) => ({ object, link })));
  }

  requestsOf(reviewId: number, review: ReviewTruth, account: number): ReplyRequests {
    const known = this.replyRequests.get(reviewId);
    if (known) return known;
    const made: ReplyRequests = { reviewId, review, account, list: [], isBusy: false };
    this.replyRequests.set(reviewId, made);
    return made;
  }
}

/** The text that the platform must finally show: that of the last accepted request; null for no reply. */
export const lastAcceptedText = (replyRequests: ReplyRequests): string | null =>
  replyRequests.list.filter((request) => request.acceptedAt !== null).at(-1)?.text ?? null;

/** One line per request, for people. */
export function requestLines({ reviewId, list }: ReplyRequests): readonly string[] {
  return list.map(({ text, requestedAt, acceptedAt }) => {
    const response = acceptedAt === null ? 'no response' : `accepted ${new Date(acceptedAt).toISOString()}`;
    return `${new Date(requestedAt).toISOString()} request for review ${reviewId}: ${JSON.stringify(text)}, ${response}`;
  });
}
