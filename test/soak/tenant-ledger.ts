/** What each account asked for and was promised: objects, links, webhooks, wishes. Pure; times are the run's own clock. */
import type { PageTruth, ReviewTruth } from './platform-model';

/** Off from some moment between `asked` and `done` to some moment between `askedBack` and `doneBack`. */
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

  /** On at every moment of the span, whatever took how long. */
  wasOn(from: number, to: number): boolean {
    return this.pauses.every((pause) => pause.asked > to || (pause.doneBack ?? Infinity) < from);
  }

  /** Off at this moment, whatever took how long. */
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
  /** May be switched off, deleted or lose links; the others stand for what nobody touches. */
  readonly isRestless: boolean;
  name: string;
  isDeleted: boolean;
  /** Somebody is at work on it. */
  isBusy: boolean;
  readonly hidden: Set<number>;
  pins: number[];
}

export interface Wish {
  readonly text: string | null;
  readonly askedAt: number;
  /** When it was accepted; null where nobody heard whether it was. */
  readonly acceptedAt: number | null;
}

/** Everything that was ordered about the reply to one review. */
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

  /** Objects of an account that are there. */
  of(account: number): readonly ObjectEntry[] {
    return this.objects.filter((object) => object.account === account && !object.isDeleted);
  }

  /** Links that are there, with their objects. */
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

/** What the platform must come to show: the last text that was accepted, null for none. */
export const lastWish = (wishes: Wishes): string | null =>
  wishes.list.filter((wish) => wish.acceptedAt !== null).at(-1)?.text ?? null;

/** One line per wish, for people. */
export function wishLines({ reviewId, list }: Wishes): readonly string[] {
  return list.map(({ text, askedAt, acceptedAt }) => {
    const heard = acceptedAt === null ? 'not heard' : `accepted ${new Date(acceptedAt).toISOString()}`;
    return `${new Date(askedAt).toISOString()} wish on review ${reviewId}: ${JSON.stringify(text)}, ${heard}`;
  });
}
