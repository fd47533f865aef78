import { Body, Controller, Delete, Put } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyText, Endpoint, EVERY_VERSION, IdParam, Input } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { RepliesService } from '../replies.service';
import { AcceptedReply, presentAccepted } from './reply.shapes';

/** Above the limit of every platform; the limit of the review's platform is checked later. */
const MAX_TEXT_LENGTH = 100_000;

@ApiSchema({ description: 'The reply to be published.' })
class PutReplyBody extends Input({
  text: BodyText({
    description:
      "Text of the reply: not empty, no control characters but line breaks and tabs, at most the source's `reply_max_length`.",
    max: MAX_TEXT_LENGTH,
    example: 'Thank you for your visit',
  }),
}) {}

/** Publishes and removes replies (contract §4.5); the same in both versions. */
@ApiTags('Replies')
@Controller({ path: 'reviews', version: EVERY_VERSION })
export class RepliesController {
  constructor(private readonly replies: RepliesService) {}

  @Put(':review_id/reply')
  @Endpoint({
    name: 'publishReply',
    summary: 'Publish a reply, or replace it',
    description:
      'Accepted at once, published within seconds to minutes; poll its state, or subscribe to `replies.new`. Replaces a text that is not published yet. Repeating the published text is not an error. A trial counts each review on which a reply was or may be published; a reply that failed before it reached the platform does not count.',
    status: 202,
    response: AcceptedReply,
    access: 'write',
    errors: [
      'not_found',
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
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('review_id') reviewId: number,
    @Body() body: PutReplyBody,
  ): Promise<AcceptedReply> {
    return presentAccepted(await this.replies.put(caller, reviewId, body.text));
  }

  @Delete(':review_id/reply')
  @Endpoint({
    summary: 'Remove your reply',
    description:
      'On any plan. A reply that never reached the platform is deleted without a request to the platform. A reply that was written on the platform itself is not found.',
    status: 202,
    response: AcceptedReply,
    access: 'write',
    errors: [
      'not_found',
      'reply_not_found',
      'reply_delete_not_supported',
      'reply_card_not_yours',
      'reply_access_revoked',
      'reply_in_progress',
    ],
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('review_id') reviewId: number): Promise<AcceptedReply> {
    return presentAccepted(await this.replies.remove(accountId, reviewId));
  }
}
