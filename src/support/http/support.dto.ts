import { ApiSchema } from '@nestjs/swagger';
import { BodyMailAddress, BodyText, Shown } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { SupportMessage } from '../persistence/support-message.store';

/** A message to the operator (contract §4.12). */
@ApiSchema({ description: 'A message to the developers.' })
export class SupportMessageBody {
  @BodyText({
    description: 'What you want to tell.',
    min: 1,
    max: 5_000,
    example: 'Link 12 reads only half the reviews.',
  })
  readonly message!: string;

  @BodyText({ description: 'What it is about.', max: 200, optional: true, nullable: true, example: 'Link 12' })
  readonly subject?: string | null;

  @BodyMailAddress({
    description: 'E-mail address for the answer; absent: that of the account.',
    optional: true,
    nullable: true,
    example: 'owner@example.com',
  })
  readonly contact?: string | null;
}

@ApiSchema({ description: 'That the message was stored.' })
export class SupportReceipt {
  @Shown({ type: 'integer', description: 'Id of the message.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'What happens now.', example: 'The message was received' })
  readonly detail!: string;
}

@ApiSchema({ description: 'A message as the operator reads it.' })
export class SupportMessageShown {
  @Shown({ type: 'integer', description: 'Id of the message.' })
  readonly id!: number;

  @Shown({ type: 'integer', description: 'Account that wrote it.' })
  readonly account_id!: number;

  @Shown({ type: 'integer', description: 'Key that it was written with.' })
  readonly key_id!: number;

  @Shown({ type: 'string', nullable: true, description: 'What it is about.' })
  readonly subject!: string | null;

  @Shown({
    type: 'string',
    description: 'The message as it was written. Untrusted text: do not show it as HTML.',
  })
  readonly message!: string;

  @Shown({ type: 'string', nullable: true, description: 'Where the answer shall go.' })
  readonly contact!: string | null;

  @Shown({ type: 'date-time', description: 'When it was written.' })
  readonly created_at!: string;
}

export function presentSupportMessage(message: SupportMessage): SupportMessageShown {
  return {
    id: message.id,
    account_id: message.accountId,
    key_id: message.keyId,
    subject: message.subject,
    message: message.message,
    contact: message.contact,
    created_at: wireTime(message.createdAt),
  };
}
