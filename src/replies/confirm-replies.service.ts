import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';
import { NoticesService } from '@src/notices';
import { SourceCatalogue } from '@src/sources';
import { changeNotice, type ChangedReply } from './domain/change-notice';
import { judgeCollected, type CollectedVerdict } from './domain/collected-reply';
import { ReplyStore, type CollectedRow } from './persistence/reply.store';
import { REPLIES_DUE } from './queues';

/** Holds our replies against what collections showed (contract §3.1, `confirmed_at`; ADR 17). Database work only. */
@Injectable()
export class ConfirmRepliesService {
  constructor(
    private readonly database: Database,
    private readonly replies: ReplyStore,
    private readonly catalogue: SourceCatalogue,
    private readonly notices: NoticesService,
    private readonly wakeups: Wakeups,
  ) {}

  /** In the caller's transaction, after a run over these objects has ended. Doing it twice does nothing more. */
  async afterRun(accountId: number, objectIds: readonly number[]): Promise<void> {
    const suspects = await this.replies.suspects(accountId, objectIds);
    if (suspects.length === 0) return;
    const heldPlaces = await this.holdPlaces(suspects);
    // Judged anew behind the locks: a wish, a worker or another account may have changed each of them meanwhile.
    const held = await this.replies.holdCollected(accountId, reviewIdsOf(suspects));
    const judged = held.map((reply) => ({ reply, verdict: this.judge(reply) }));
    const those = (...verdicts: readonly CollectedVerdict[]): readonly CollectedRow[] =>
      judged.filter(({ verdict }) => verdicts.includes(verdict)).map(({ reply }) => reply);
    await this.replies.confirm(accountId, reviewIdsOf(those('confirmed', 'appeared_after_all')));
    await this.replies.doubt(accountId, reviewIdsOf(those('changed')));
    await this.replies.forget(accountId, reviewIdsOf(those('gone', 'stays')));
    await this.repair(
      accountId,
      those('overtaken').filter(({ place }) => heldPlaces.has(place.toString('hex'))),
    );
    await this.tell(accountId, those('changed', 'stays'));
  }

  private judge(reply: CollectedRow): CollectedVerdict {
    const publisher = this.catalogue.platform(reply.sourceId)?.publisher;
    return judgeCollected(reply, publisher ?? { canReplace: false, canDelete: false });
  }

  /** Of what may have to be done again: places come before replies, as they do for whoever accepts a wish. */
  private async holdPlaces(suspects: readonly CollectedRow[]): Promise<ReadonlySet<string>> {
    const overtaken = suspects.filter((reply) => this.judge(reply) === 'overtaken').map(({ place }) => place);
    for (const place of overtaken.sort((one, other) => one.compare(other))) await this.replies.holdPlace(place);
    return new Set(overtaken.map((place) => place.toString('hex')));
  }

  private async repair(accountId: number, overtaken: readonly CollectedRow[]): Promise<void> {
    if (overtaken.length === 0) return;
    await this.replies.repair(accountId, reviewIdsOf(overtaken));
    this.database.afterCommit('wake-up of replies', () => this.wakeups.send(REPLIES_DUE));
  }

  private async tell(accountId: number, replies: readonly CollectedRow[]): Promise<void> {
    if (replies.length === 0) return;
    const changed = replies.map(({ reviewId, objectId, sourceId, state, shown }): ChangedReply => {
      const platform = this.catalogue.byId(sourceId)?.displayName ?? 'the platform';
      return { reviewId, objectId, platform, isRemoval: state === 'deleted', isShown: shown !== null };
    });
    await this.notices.notify({ accountId, ...changeNotice(changed) });
  }
}

const reviewIdsOf = (replies: readonly CollectedRow[]): readonly number[] => replies.map(({ reviewId }) => reviewId);
