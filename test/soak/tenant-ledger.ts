/** The requests of each account and their acknowledgements: objects, links, webhooks, replies. Pure; times are the run's own clock. */
import type { PageTruth, ReviewTruth } from './platform-model';

/** Disabled from a moment between `asked` and `done` to a moment between `askedBack` and `doneBack`. */
export interface Pause {
  readonly asked: number;
  readonly done: number;
  askedBack: number | null;
  doneBack: number | null;
}

export class Switch {
  readonly pauses: Pause[] = [];

  off(asked: number, done: number): void {
    this.pauses.push({ asked, done, askedBack: null, doneBack: null });
  }

  on(asked: number, done: number): void {
    const last = this.pauses.at(-1);
    if (last?.doneBack === null) Object.assign(last, { askedBack: asked, doneBack: done });
  }

  /** Whether it was enabled at every moment of the span, however long the requests took. */
  wasOn(from: number, to: number): boolean {
    return this.pauses.every((pause) => pause.asked > to || (pause.doneBack ?? Infinity) < from);
  }

  /** Whether it was disabled at this moment, however long the requests took. */
  wasOff(at: number): boolean {
    return this.pauses.some((pause) => pause.done < at && (pause.askedBack ?? Infinity) > at);
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
  /** Whether it may be disabled, deleted or lose links; other objects stay unchanged. */
  readonly isRestless: boolean;
  name: string;
  isDeleted: boolean;
  /** Whether an actor is changing it. */
  isBusy: boolean;
  readonly hidden: Set<number>;
  pins: number[];
}

export interface Wish {
  readonly text: string | null;
  readonly askedAt: number;
  /** When it was accepted; null where no response arrived. */
  readonly acceptedAt: number | null;
}

/** All requests about the reply to one review. */
export interface Wishes {
  readonly reviewId: number;
  readonly review: ReviewTruth;
  readonly account: number;
  readonly list: Wish[];
  isBusy: boolean;
}

export class TenantLedger {
  readonly objects: ObjectEntry[] = [];
  readonly wishes = new Map<number, Wishes>();

  /** Existing objects of an account. */
  of(account: number): readonly ObjectEntry[] {
    return this.objects.filter((object) => object.account === account && !object.isDeleted);
  }

  /** Existing links, with their objects. */
  get links(): readonly { readonly object: ObjectEntry; readonly link: LinkEntry }[] {
    return this.objects
      .filter((object) => !object.isDeleted)
      .flatMap((object) => object.links.filter((link) => !link.isDeleted).map((link) => ({ object, link })));
  }

  wishesOf(reviewId: number, review: ReviewTruth, account: number): Wishes {
    const known = this.wishes.get(reviewId);
    if (known) return known;
    const made: Wishes = { reviewId, review, account, list: [], isBusy: false };
    this.wishes.set(reviewId, made);
    return made;
  }
}

/** The text that the platform must finally show: the last accepted one, null for none. */
export const lastWish = (wishes: Wishes): string | null =>
  wishes.list.filter((wish) => wish.acceptedAt !== null).at(-1)?.text ?? null;

/** One line per request, for people. */
export function wishLines({ reviewId, list }: Wishes): readonly string[] {
  return list.map(({ text, askedAt, acceptedAt }) => {
    const heard = acceptedAt === null ? 'not heard' : `accepted ${new Date(acceptedAt).toISOString()}`;
    return `${new Date(askedAt).toISOString()} wish on review ${reviewId}: ${JSON.stringify(text)}, ${heard}`;
  });
}
