/**
 * Submits, replaces and removes replies to the same few reviews, so that a request arrives while the previous one is carried out.
 * In many steps the author also edits the review, and its page is collected, during the publication.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isSuccess } from '../client';
import type { Copies } from '../copies';
import type { ReviewTruth } from '../platform-model';
import type { Random } from '../random';
import type { Account, SoakHarness } from '../soak-harness';
import { lastAcceptedText, type ObjectEntry, type ReplyRequests } from '../tenant-ledger';
import type { Actor } from './actor';

const MAX_REVIEWS = 8;
const IN_PROGRESS_MS = 500;
const MAX_TRIES = 120;
const BEHAVIOURS = {
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
  private readonly reviewsInUse: ReplyRequests[] = [];

  constructor(
    private readonly harness: SoakHarness,
    private readonly account: Account,
    private readonly copies: Copies,
  ) {
    this.name = `replier ${account.index}`;
  }

  async step(random: Random): Promise<void> {
    const requests = this.pickReview(random);
    if (!requests || requests.isBusy) return;
    const behaviour = random.weighted(BEHAVIOURS);
    if (behaviour !== 'normal') this.harness.platforms.replyBehaves(behaviour, random.between(500, 6_000));
    const isRemoval = lastAcceptedText(requests) !== null && random.chance(0.2);
    if (random.chance(0.4)) await this.editDuringPublication(requests.review, random);
    await this.submit(
      requests,
      isRemoval ? null : this.harness.platforms.newText(`Reply of account ${this.account.index},`),
    );
  }

  /** Submits a text, or its removal, until the service accepts or refuses it. */
  async submit(requests: ReplyRequests, text: string | null): Promise<void> {
    requests.isBusy = true;
    const requestedAt = Date.now();
    const target = `/v3/reviews/${requests.reviewId}/reply`;
    const { client } = this.account;
    let isRepeat = false;
    try {
      for (let left = MAX_TRIES; left > 0; left -= 1) {
        const finalResponse =
          text === null
            ? await client.requestUntilFinal('DELETE', target)
            : await client.requestUntilFinal('PUT', target, { body: { text } });
        const { status, body } = finalResponse.answer;
        isRepeat ||= finalResponse.isRepeat;
        // An earlier removal was accepted without a response: no reply is left.
        const wasRemovedBefore = text === null && isRepeat && body['code'] === 'reply_not_found';
        if (isSuccess(finalResponse.answer) || wasRemovedBefore)
          return this.record(requests, text, requestedAt, Date.now(), status);
        if (body['code'] !== 'reply_in_progress') {
          if (isRepeat) this.record(requests, text, requestedAt, null, status);
          else
            this.harness.journal.operation('reply request refused', {
              review: requests.reviewId,
              text,
              status,
              code: body['code'],
            });
          return;
        }
        await pause(IN_PROGRESS_MS);
      }
      this.harness.journal.violation('reply stuck', `reply ${requests.reviewId}`, 'it stayed in progress for a minute');
    } finally {
      requests.isBusy = false;
    }
  }

  private record(
    requests: ReplyRequests,
    text: string | null,
    requestedAt: number,
    acceptedAt: number | null,
    status: number,
  ): void {
    requests.list.push({ text, requestedAt, acceptedAt });
    this.harness.journal.operation(text === null ? 'reply removal requested' : 'reply requested', {
      reply: requests.reviewId,
      review: requests.review.id,
      text,
      status,
      accepted: acceptedAt !== null,
    });
  }

  /** Edits the review and collects its page while the reply is being published. */
  private async editDuringPublication(review: ReviewTruth, random: Random): Promise<void> {
    if (!review.isVisible) return;
    this.harness.platforms.edit(review, random);
    const object = this.objectOf(review);
    if (object) await this.account.client.request('POST', `/v3/objects/${object.id}/collect`);
    await pause(random.between(0, 800));
  }

  private objectOf(review: ReviewTruth): ObjectEntry | undefined {
    return this.harness.ledger
      .objectsOf(this.account.index)
      .find((object) => object.links.some((link) => link.page === review.page));
  }

  private pickReview(random: Random): ReplyRequests | undefined {
    if (this.reviewsInUse.length < MAX_REVIEWS || random.chance(0.3)) {
      const found = this.newReview(random);
      if (found) {
        this.reviewsInUse.push(found);
        if (this.reviewsInUse.length > MAX_REVIEWS) this.reviewsInUse.shift();
      }
    }
    return random.pick(this.reviewsInUse);
  }

  /** Returns a review without a reply by another author, on a page whose reviews this account answers. */
  private newReview(random: Random): ReplyRequests | undefined {
    const object = random.pick(
      this.harness.ledger
        .objectsOf(this.account.index)
        .filter((one) => one.links.some((link) => link.page.answeredBy === this.account.index)),
    );
    const page = object?.links.find((link) => link.page.slug === 'google')?.page;
    const reviewId = object && random.pick(this.copies.reviewIdsOf(object.id));
    const truth = reviewId === undefined ? undefined : this.copies.truthOf(reviewId);
    if (reviewId === undefined || !truth || truth.page !== page || !truth.isVisible) return undefined;
    if (!truth.isAnsweredByService && truth.reply !== null) return undefined;
    truth.isAnsweredByService = true;
    return this.harness.ledger.requestsOf(reviewId, truth, this.account.index);
  }
}
