import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, Input, PageParameters, QueryEnums, QueryId, QueryIds, V3 } from '@libs/http';
import { pageOf, type Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { selectionOf } from '@src/reviews';
import { REPLY_STATES } from '../domain/reply';
import { RepliesService } from '../replies.service';
import { ReplyReadingService } from '../reply-reading.service';
import { ListedReplyDetails, presentDetails, presentListed, ReplyDetails } from './reply.shapes';

class ReplyListParameters extends Input(PageParameters, {
  review_ids: QueryIds({ description: 'Only the replies to these reviews. Ids without a reply match nothing.' }),
  status: QueryEnums({ description: 'Only replies in these states.', values: REPLY_STATES }),
  object_id: QueryId({
    description: 'The object. Without `object_id` and `folder_id` the replies of the whole account.',
  }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
}) {}

/** Replies in v3 (contract §4.5): the state of one with its author, and the list. */
@ApiTags('Replies')
@Controller({ version: V3 })
export class ReplyListController {
  constructor(
    private readonly replies: RepliesService,
    private readonly reading: ReplyReadingService,
  ) {}

  @Get('reviews/:review_id/reply')
  @Endpoint({
    summary: 'State of your reply',
    description: 'On any plan. A reply that was written on the platform itself is not included.',
    response: ReplyDetails,
    access: 'read',
    errors: ['not_found', 'reply_not_found'],
  })
  async get(@CurrentCaller() { accountId }: Caller, @IdParam('review_id') reviewId: number): Promise<ReplyDetails> {
    const reply = await this.replies.state(accountId, reviewId);
    return presentDetails(reply, await this.reading.authors([reply]));
  }

  @Get('replies')
  @Endpoint({
    summary: 'Replies of an object, a folder, or the whole account',
    description:
      'The latest review first. Also replies to reviews that are hidden or deleted; not those of objects that are switched off.',
    page: ListedReplyDetails,
    access: 'read',
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async list(
    @CurrentCaller() { accountId }: Caller,
    @Query() query: ReplyListParameters,
  ): Promise<Page<ListedReplyDetails>> {
    const { review_ids: reviewIds } = query;
    const request = {
      selection: selectionOf('object', query) ?? ({ kind: 'account' } as const),
      states: query.status,
      reviewIds: reviewIds.length === 0 ? null : reviewIds,
    };
    const { items, total } = await this.reading.page(accountId, request, query);
    const authors = await this.reading.authors(items);
    return pageOf(
      items.map((reply) => presentListed(reply, authors)),
      total,
      query,
    );
  }
}
