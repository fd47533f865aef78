import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import { replyForClients, REPLY_FAILURES, REPLY_STATES, type Reply } from '../domain/reply';

/** The wire form of a reply (contract §2.6). */
@ApiSchema({ description: 'The reply to a review and the state of its publication.' })
export class ReplyStatus {
  @Shown({
    description:
      '`pending`: a text or a removal was accepted and is not carried out yet; also while the service publishes again because the platform shows an earlier text. `publishing`: a worker is sending it to the platform. `published`: the platform accepted it. `failed`: see `error`. `deleted`: removed from the platform.',
    type: 'string',
    values: REPLY_STATES,
    example: 'published',
  })
  status!: string;

  @Shown({ description: 'When the platform accepted the published text.', type: 'date-time', nullable: true })
  published_at!: string | null;

  @Shown({
    description:
      'When a collection first found it on the platform; null while the platform shows another text or none.',
    type: 'date-time',
    nullable: true,
  })
  confirmed_at!: string | null;

  @Shown({
    description: 'Why it failed. After `text_rejected`, send another text.',
    type: 'string',
    values: REPLY_FAILURES,
    nullable: true,
    example: null,
  })
  error!: string | null;
}

/** An accepted reply; its status is always `pending` (contract §3.1). */
@ApiSchema({ description: 'A reply that was accepted; it is published later.' })
export class AcceptedReply {
  @Shown({
    description: 'The text to publish or to remove.',
    type: 'string',
    example: 'Thank you for your visit',
  })
  text!: string;

  @Shown({ description: 'The state at acceptance.', type: 'string', values: ['pending'], example: 'pending' })
  status!: string;
}

export function presentReply(reply: Reply): ReplyStatus {
  const { status, publishedAt, confirmedAt, error } = replyForClients(reply);
  return {
    status,
    published_at: wireTimeOrNull(publishedAt),
    confirmed_at: wireTimeOrNull(confirmedAt),
    error,
  };
}

export const presentAccepted = (text: string): AcceptedReply => ({ text, status: 'pending' });
