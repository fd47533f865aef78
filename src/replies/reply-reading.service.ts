import { Inject, Injectable, Optional } from '@nestjs/common';
import type { PageRequest, Selection } from '@libs/kernel';
import { SessionAccess } from '@src/auth';
import { CoverageService } from '@src/reviews';
import type { ReplyState } from './domain/reply';
import { ReplyListQuery, type ListedReply } from './persistence/reply-list.query';
import type { ReplyRecord } from './persistence/reply-record.sql';

export interface ReplyListRequest {
  readonly selection: Selection;
  /** Empty: every state. */
  readonly states: readonly ReplyState[];
  /** Null: the replies to any review. */
  readonly reviewIds: readonly number[] | null;
}

/** Lists the replies of an account, and names their authors. */
@Injectable()
export class ReplyReadingService {
  constructor(
    private readonly listed: ReplyListQuery,
    private readonly coverages: CoverageService,
    @Optional() @Inject(SessionAccess) private readonly persons: SessionAccess | null = null,
  ) {}

  /** A page of the replies of an object, a folder or the account. Throws 404 if the account has no such object or folder. */
  async page(
    accountId: number,
    { selection, states, reviewIds }: ReplyListRequest,
    page: PageRequest,
  ): Promise<{ readonly items: readonly ListedReply[]; readonly total: number }> {
    const objectIds =
      selection.kind === 'account' ? null : (await this.coverages.resolve(accountId, selection)).composition.objectIds;
    return this.listed.page(accountId, { states, reviewIds, objectIds }, page);
  }

  /** The names of the authors by their ids. */
  async authors(replies: readonly ReplyRecord[]): Promise<ReadonlyMap<number, string>> {
    const ids = [...new Set(replies.flatMap(({ acceptedBy }) => acceptedBy ?? []))];
    return ids.length === 0 || this.persons === null ? new Map() : this.persons.names(ids);
  }
}
