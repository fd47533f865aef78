import { Injectable } from '@nestjs/common';
import { judgeCollected } from './domain/collected-reply';
import { ReplyStore } from './persistence/reply.store';

/** Holds our replies against what collections showed (decisions §7, `confirmed_at`). Database work only. */
@Injectable()
export class ConfirmRepliesService {
  constructor(private readonly replies: ReplyStore) {}

  /** In the caller's transaction, after a run over these objects has ended. Doing it twice does nothing more. */
  async afterRun(accountId: number, objectIds: readonly number[]): Promise<void> {
    const seen = await this.replies.collected(accountId, objectIds);
    const judged = seen.map((reply) => ({ reviewId: reply.reviewId, verdict: judgeCollected(reply) }));
    const idsOf = (...verdicts: readonly string[]): readonly number[] =>
      judged.filter(({ verdict }) => verdicts.includes(verdict)).map(({ reviewId }) => reviewId);
    await this.replies.confirm(accountId, idsOf('confirmed', 'appeared_after_all'));
    await this.replies.doubt(accountId, idsOf('doubt'));
  }
}
