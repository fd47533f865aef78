/**
 * Submits, replaces and removes replies repeatedly on the same few reviews, so that a request arrives while the one before is carried
 * out; often on a review that its author edits while its page is collected.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDone } from '../client';
import type { Copies } from '../copies';
import type { ReviewTruth } from '../platform-model';
import type { Random } from '../random';
import type { Account, SoakWorld } from '../soak-world';
import { lastWish, type ObjectEntry, type Wishes } from '../tenant-ledger';
import type { Actor } from './actor';

const FAVORITES = 8;
const IN_PROGRESS_MS = 500;
const PATIENCE = 120;
const DESK = {
  normal: 70,
  cut_before: 3,
  cut_after: 4,
  late: 6,
  throttled: 2,
  unavailable: 2,
  error: 2,
  error_after: 3,
  garbled: 2,
};

export class Replier implements Actor {
  readonly name: string;
  readonly everyMs = 700;
  private readonly favorites: Wishes[] = [];

  constructor(
    private readonly world: SoakWorld,
    private readonly account: Account,
    private readonly copies: Copies,
  ) {
    this.name = `replier ${account.index}`;
  }

  async step(random: Random): Promise<void> {
    const wishes = this.favorite(random);
    if (!wishes || wishes.isBusy) return;
    const behaviour = random.weighted(DESK);
    if (behaviour !== 'normal') this.world.platforms.replyBehaves(behaviour, random.between(500, 6_000));
    const isRemoval = lastWish(wishes) !== null && random.chance(0.2);
    if (random.chance(0.4)) await this.collide(wishes.review, random);
    await this.order(
      wishes,
      isRemoval ? null : this.world.platforms.newText(`Reply of account ${this.account.index},`),
    );
  }

  /** Submits a text, or its removal, until the service accepts or refuses it. */
  async order(wishes: Wishes, text: string | null): Promise<void> {
    wishes.isBusy = true;
    const askedAt = Date.now();
    const target = `/v3/reviews/${wishes.reviewId}/reply`;
    const { client } = this.account;
    let isRepeat = false;
    try {
      for (let left = PATIENCE; left > 0; left -= 1) {
        const settled =
          text === null
            ? await client.insist('DELETE', target)
            : await client.insist('PUT', target, { body: { text } });
        const { status, body } = settled.answer;
        isRepeat ||= settled.isRepeat;
        // The acceptance was not received: there is no reply left to remove.
        const isDoneBefore = text === null && isRepeat && body['code'] === 'reply_not_found';
        if (isDone(settled.answer) || isDoneBefore) return this.note(wishes, text, askedAt, Date.now(), status);
        if (body['code'] !== 'reply_in_progress') {
          if (isRepeat) this.note(wishes, text, askedAt, null, status);
          else
            this.world.journal.operation('wish refused', { review: wishes.reviewId, text, status, code: body['code'] });
          return;
        }
        await pause(IN_PROGRESS_MS);
      }
      this.world.journal.violation('reply stuck', `reply ${wishes.reviewId}`, 'it stayed in progress for a minute');
    } finally {
      wishes.isBusy = false;
    }
  }

  private note(wishes: Wishes, text: string | null, askedAt: number, acceptedAt: number | null, status: number): void {
    wishes.list.push({ text, askedAt, acceptedAt });
    this.world.journal.operation(text === null ? 'wish removal' : 'wish reply', {
      reply: wishes.reviewId,
      review: wishes.review.id,
      text,
      status,
      accepted: acceptedAt !== null,
    });
  }

  /** The author edits the review, and its page is collected, while the reply is being published. */
  private async collide(review: ReviewTruth, random: Random): Promise<void> {
    if (!review.isThere) return;
    this.world.platforms.edit(review, random);
    const object = this.objectOf(review);
    if (object) await this.account.client.ask('POST', `/v3/objects/${object.id}/collect`);
    await pause(random.between(0, 800));
  }

  private objectOf(review: ReviewTruth): ObjectEntry | undefined {
    return this.world.ledger
      .of(this.account.index)
      .find((object) => object.links.some((link) => link.page === review.page));
  }

  private favorite(random: Random): Wishes | undefined {
    if (this.favorites.length < FAVORITES || random.chance(0.3)) {
      const found = this.newReview(random);
      if (found) {
        this.favorites.push(found);
        if (this.favorites.length > FAVORITES) this.favorites.shift();
      }
    }
    return random.pick(this.favorites);
  }

  /** A review of a page that this account answers, without a reply by another author. */
  private newReview(random: Random): Wishes | undefined {
    const object = random.pick(
      this.world.ledger
        .of(this.account.index)
        .filter((one) => one.links.some((link) => link.page.answeredBy === this.account.index)),
    );
    const page = object?.links.find((link) => link.page.slug === 'google')?.page;
    const reviewId = object && random.pick(this.copies.idsOf(object.id));
    const truth = reviewId === undefined ? undefined : this.copies.truthOf(reviewId);
    if (reviewId === undefined || !truth || truth.page !== page || !truth.isThere) return undefined;
    if (!truth.isOurs && truth.reply !== null) return undefined;
    truth.isOurs = true;
    return this.world.ledger.wishesOf(reviewId, truth, this.account.index);
  }
}
