import { Controller, Get, Put } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { IdParam, NO_VERSION, Shape } from '@libs/http';
import { notFound } from '@libs/kernel';
import { RepliesService } from '@src/replies';
import { AnswerableReviewQuery } from '@src/reviews';
import { CurrentMember, Member, PersonStore, type Membership } from '../../identity';
import { LiveChanges } from '../persistence/live-changes.store';
import { LiveStore } from '../persistence/live.store';

@ApiSchema({ description: 'The refusal that a request would meet now.' })
class RefusalShown extends Shape({
  code: { type: 'string', description: 'Code of the error.', example: 'reply_card_not_yours' },
  detail: { type: 'string', description: 'The reason.' },
}) {}

@ApiSchema({ description: 'The replies that a trial includes on a platform.' })
class TrialRepliesShown extends Shape({
  used: { type: 'integer', description: 'Other reviews with a reply that counts.' },
  of: { type: 'integer', description: 'How many the trial includes.' },
}) {}

@ApiSchema({ description: 'What a reply to a review would meet now.' })
class AnsweringShown extends Shape({
  publish: { type: () => RefusalShown, nullable: true, description: 'Null if a new text would be accepted.' },
  remove: { type: () => RefusalShown, nullable: true, description: 'Null if a removal would be accepted.' },
  trial: { type: () => TrialRepliesShown, nullable: true, description: 'Null on plans without a limit.' },
  writers: { type: 'string', list: true, description: 'Names of the other persons who are writing a reply.' },
}) {}

/** Whether a reply is possible, and who else is writing one. */
@ApiTags('Inbox')
@Controller({ path: 'console/api/reviews/:review_id', version: NO_VERSION })
export class AnsweringController {
  constructor(
    private readonly replies: RepliesService,
    private readonly reviews: AnswerableReviewQuery,
    private readonly store: LiveStore,
    private readonly persons: PersonStore,
    private readonly live: LiveChanges,
  ) {}

  @Get('answering')
  @Member({
    leastRole: 'member',
    name: 'getAnswering',
    summary: 'What a reply would meet now, before it is written',
    description: 'The refusals are those of `PUT` and `DELETE /v3/reviews/{review_id}/reply`.',
    response: AnsweringShown,
    errors: ['not_found'],
  })
  async get(
    @CurrentMember() { caller, accountId, personId }: Membership,
    @IdParam('review_id') reviewId: number,
  ): Promise<AnsweringShown> {
    const prospects = await this.replies.prospects(caller, reviewId);
    const others = await this.store.otherWriters(accountId, reviewId, personId);
    const names = await this.persons.names(others);
    return { ...prospects, writers: others.flatMap((id) => names.get(id) ?? []) };
  }

  @Put('writing')
  @Member({
    leastRole: 'member',
    name: 'noteWriting',
    summary: 'Show to others for a minute that the person is writing a reply',
    description: 'The text is not sent.',
    status: 204,
    errors: ['not_found'],
  })
  async noteWriting(
    @CurrentMember() { accountId, personId }: Membership,
    @IdParam('review_id') reviewId: number,
  ): Promise<void> {
    if ((await this.reviews.find(accountId, reviewId, null)) === null) throw notFound();
    await this.store.noteWriting(accountId, reviewId, personId);
    const name = (await this.persons.names([personId])).get(personId);
    if (name !== undefined) await this.live.publish(accountId, 'reply.writing', [reviewId], { id: personId, name });
  }
}
