import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';
import { NoticesService } from '@src/notices';
import { SourceCatalogue } from '@src/sources';
import { changeNotice, type ChangedReply } from './domain/change-notice';
import { compare, type Comparison } from './domain/collected-reply';
import { ReplyStore, type CollectedRow } from './persistence/reply.store';
import { ProposalEndsStore } from './proposals/persistence/proposal-ends.store';
import { REPLIES_DUE } from './replies.service';

/** Compares replies with the collected reviews (contract §3.1, `confirmed_at`; ADR 17). Makes no calls to platforms. */
@Injectable()
export class ConfirmRepliesService {
  constructor(
    private readonly database: Database,
    private readonly replies: ReplyStore,
    private readonly proposals: ProposalEndsStore,
    private readonly catalogue: SourceCatalogue,
    private readonly notices: NoticesService,
    private readonly wakeups: Wakeups,
  ) {}

  /** Runs in the caller's transaction, after runs of these objects have ended. Idempotent. */
  async afterRuns(accountId: number, objectIds: readonly number[]): Promise<void> {
    const unverified = await this.replies.toVerify(accountId, objectIds);
    if (unverified.length === 0) return;
    const lockedKeys = await this.lockReviewKeys(unverified);
    // Compared again under the locks: a client, a worker or another account may have changed a reply meanwhile.
    const locked = await this.replies.lockCollected(accountId, reviewIdsOf(unverified));
    const compared = locked.map((reply) => ({ reply, comparison: this.compare(reply) }));
    const repliesThatAre = (...wanted: readonly Comparison[]): readonly CollectedRow[] =>
      compared.filter(({ comparison }) => wanted.includes(comparison)).map(({ reply }) => reply);
    const confirmed = reviewIdsOf(repliesThatAre('confirmed', 'shown_after_failure'));
    await this.replies.confirm(accountId, confirmed);
    await this.proposals.published(accountId, confirmed);
    await this.replies.markInDoubt(accountId, reviewIdsOf(repliesThatAre('changed')));
    await this.replies.clearSentTexts(accountId, reviewIdsOf(repliesThatAre('removed', 'still_shown')));
    await this.repair(
      accountId,
      repliesThatAre('overtaken').filter(({ reviewKey }) => lockedKeys.has(reviewKey.toString('hex'))),
    );
    await this.notify(accountId, repliesThatAre('changed', 'still_shown'));
  }

  private compare(reply: CollectedRow): Comparison {
    const publisher = this.catalogue.platform(reply.sourceId)?.publisher;
    return compare(reply, publisher ?? { canReplace: false, canDelete: false });
  }

  /** Locks the review keys of replies that may be repaired, before the replies, as requests do. Returns the locked keys. */
  private async lockReviewKeys(unverified: readonly CollectedRow[]): Promise<ReadonlySet<string>> {
    const overtaken = unverified
      .filter((reply) => this.compare(reply) === 'overtaken')
      .map(({ reviewKey }) => reviewKey);
    for (const key of overtaken.sort((one, other) => one.compare(other))) await this.replies.lockReviewKey(key);
    return new Set(overtaken.map((key) => key.toString('hex')));
  }

  private async repair(accountId: number, overtaken: readonly CollectedRow[]): Promise<void> {
    if (overtaken.length === 0) return;
    await this.replies.repair(accountId, reviewIdsOf(overtaken));
    this.database.afterCommit('wake-up of replies', () => this.wakeups.send(REPLIES_DUE));
  }

  private async notify(accountId: number, replies: readonly CollectedRow[]): Promise<void> {
    if (replies.length === 0) return;
    const changed = replies.map(({ reviewId, objectId, sourceId, state, shown }): ChangedReply => {
      const platform = this.catalogue.byId(sourceId)?.displayName ?? 'the platform';
      return { reviewId, objectId, platform, isRemoval: state === 'deleted', isShown: shown !== null };
    });
    await this.notices.notify({ accountId, ...changeNotice(changed) });
  }
}

const reviewIdsOf = (replies: readonly CollectedRow[]): readonly number[] => replies.map(({ reviewId }) => reviewId);
