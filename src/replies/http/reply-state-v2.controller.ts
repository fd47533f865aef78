import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V2 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { RepliesService } from '../replies.service';
import { presentReply, ReplyStatus } from './reply.shapes';

/** The state of a reply in v2 (contract §2.6). */
@ApiTags('Replies')
@Controller({ path: 'reviews', version: V2 })
export class ReplyStateV2Controller {
  constructor(private readonly replies: RepliesService) {}

  @Get(':review_id/reply')
  @Endpoint({
    summary: 'State of your reply',
    description: 'On any plan. A reply that was written on the platform itself is not included.',
    response: ReplyStatus,
    access: 'read',
    errors: ['not_found', 'reply_not_found'],
  })
  async get(@CurrentCaller() { accountId }: Caller, @IdParam('review_id') reviewId: number): Promise<ReplyStatus> {
    return presentReply(await this.replies.state(accountId, reviewId));
  }
}
