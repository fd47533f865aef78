import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, Input, PageParameters, QueryEnums, QueryId, QueryIds, V3 } from '@libs/http';
import { pageOf, type Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { selectionOf } from '@src/reviews';
import { PROPOSAL_STATES } from '../domain/proposal';
import { ProposalReadingService } from '../proposal-reading.service';
import { ProposalsService } from '../proposals.service';
import { ApprovalBody, DismissalBody, NewProposalBody, presentProposal, ReplyProposal } from './proposal.shapes';

class ProposalListParameters extends Input(PageParameters, {
  status: QueryEnums({ description: 'Only proposals in these states.', values: PROPOSAL_STATES }),
  review_ids: QueryIds({ description: 'Only the proposals for these reviews. Ids without one match nothing.' }),
  object_id: QueryId({
    description: 'The object. Without `object_id` and `folder_id` the proposals of the whole account.',
  }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
}) {}

/** Replies that are proposed, and the decisions about them (contract §4.20). */
@ApiTags('Reply proposals')
@Controller({ version: V3 })
export class ProposalsController {
  constructor(
    private readonly proposals: ProposalsService,
    private readonly reading: ProposalReadingService,
  ) {}

  @Post('reviews/:review_id/reply-proposals')
  @Endpoint({
    name: 'proposeReply',
    summary: 'Propose a reply',
    description:
      'Publishes nothing: a person or a key of scope `full` approves it, or the policy of the account answers with a text of its own. Needs the scope `propose`. Supersedes an open proposal of the same key for the review.',
    status: 201,
    response: ReplyProposal,
    access: 'propose',
    errors: ['reply_not_supported', 'reply_not_replyable', 'review_answered', 'proposal_limit_reached'],
  })
  async propose(
    @CurrentCaller() caller: Caller,
    @IdParam('review_id') reviewId: number,
    @Body() { text, note = null }: NewProposalBody,
  ): Promise<ReplyProposal> {
    const id = await this.proposals.propose(caller, reviewId, { text, note });
    return this.show(caller, id);
  }

  @Get('reply-proposals')
  @Endpoint({
    summary: 'Proposed replies of an object, a folder, or the whole account',
    description: 'The latest first, without those of objects that are switched off. Closed ones are kept for 90 days.',
    page: ReplyProposal,
    access: 'read',
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async list(
    @CurrentCaller() { accountId }: Caller,
    @Query() query: ProposalListParameters,
  ): Promise<Page<ReplyProposal>> {
    const { review_ids: reviewIds } = query;
    const request = {
      selection: selectionOf('object', query) ?? ({ kind: 'account' } as const),
      states: query.status,
      reviewIds: reviewIds.length === 0 ? null : reviewIds,
    };
    const { items, total } = await this.reading.page(accountId, request, query);
    return pageOf(items.map(presentProposal), total, query);
  }

  @Get('reply-proposals/:proposal_id')
  @Endpoint({
    summary: 'A proposed reply',
    description:
      'The text, the key that proposed it and the decision. It is readable for as long as the list shows it.',
    response: ReplyProposal,
    access: 'read',
  })
  async get(@CurrentCaller() caller: Caller, @IdParam('proposal_id') id: number): Promise<ReplyProposal> {
    return this.show(caller, id);
  }

  @Post('reply-proposals/:proposal_id/approval')
  @Endpoint({
    name: 'approveReplyProposal',
    summary: 'Approve a proposed reply',
    description:
      'Accepts the text as the reply, with the checks of `PUT /v3/reviews/{review_id}/reply`. `review_changed` unless the approver has read the review as it stands (`review_version`).',
    status: 202,
    response: ReplyProposal,
    access: 'write',
    errors: [
      'proposal_closed',
      'review_answered',
      'review_changed',
      'reply_not_supported',
      'reply_not_replyable',
      'reply_requires_upgrade',
      'reply_trial_quota_exhausted',
      'reply_card_not_yours',
      'reply_access_revoked',
      'reply_owned_by_other_account',
      'reply_in_progress',
      'reply_edit_not_supported',
    ],
  })
  async approve(
    @CurrentCaller() caller: Caller,
    @IdParam('proposal_id') id: number,
    @Body() { text, review_version: reviewVersion }: ApprovalBody,
  ): Promise<ReplyProposal> {
    await this.proposals.approve(caller, id, { text: text ?? null, reviewVersion: reviewVersion ?? null });
    return this.show(caller, id);
  }

  @Post('reply-proposals/:proposal_id/dismissal')
  @Endpoint({
    name: 'dismissReplyProposal',
    summary: 'Dismiss a proposed reply',
    description: 'Ends an open proposal. Nothing is published, and the review can get a new proposal.',
    response: ReplyProposal,
    access: 'write',
    errors: ['proposal_closed'],
  })
  async dismiss(
    @CurrentCaller() caller: Caller,
    @IdParam('proposal_id') id: number,
    @Body() { reason = null }: DismissalBody,
  ): Promise<ReplyProposal> {
    await this.proposals.dismiss(caller, id, reason);
    return this.show(caller, id);
  }

  private async show({ accountId }: Caller, id: number): Promise<ReplyProposal> {
    return presentProposal(await this.reading.single(accountId, id));
  }
}
