import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyMailAddress, BodyText, Input, PageParameters, QueryBoolean, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { SupportMessage } from '../persistence/support-message.store';

/** A message to the operator (contract §4.12). */
@ApiSchema({ description: 'A message to the developers.' })
export class SupportMessageBody extends Input({
  message: BodyText({
    description: 'The message.',
    min: 1,
    max: 5_000,
    example: 'Link 12 reads only half the reviews.',
  }),
  subject: BodyText({
    description: 'Subject of the message.',
    max: 200,
    optional: true,
    nullable: true,
    example: 'Link 12',
  }),
  contact: BodyMailAddress({
    description: 'E-mail address for the reply; absent: the address of the account.',
    optional: true,
    nullable: true,
    example: 'owner@example.com',
  }),
}) {}

@ApiSchema({ description: 'Confirmation that the message was stored.' })
export class SupportReceipt extends Shape({
  id: { type: 'integer', description: 'Id of the message.' },
  detail: { type: 'string', description: 'Confirmation for display.', example: 'The message was received' },
}) {}

@ApiSchema({ description: 'A message of a client, for the operator.' })
export class SupportMessageShown extends Shape({
  id: { type: 'integer', description: 'Id of the message.' },
  account_id: { type: 'integer', description: 'Account that sent the message.' },
  key_id: {
    type: 'integer',
    nullable: true,
    description: 'Key that the message was sent with; null if a person sent it in the console.',
  },
  person_id: { type: 'integer', nullable: true, description: 'Person who sent the message in the console.' },
  subject: { type: 'string', nullable: true, description: 'Subject of the message.' },
  message: { type: 'string', description: 'The message. Untrusted text: do not render it as HTML.' },
  contact: {
    type: 'string',
    nullable: true,
    description: 'E-mail address for the reply; null: the address of the account.',
  },
  created_at: { type: 'date-time', description: 'When the message was sent.' },
  done_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the operator marked the message as done; null: it is open.',
  },
}) {}

/** Filters of the list of support messages (contract §4.16). */
export class SupportMessagesParameters extends Input(PageParameters, {
  done: QueryBoolean({ description: '`true`: messages that are done; `false`: open messages; absent: all.' }),
}) {}

/** The operator's mark on a support message (contract §4.16). */
@ApiSchema({ description: "The operator's mark on a support message." })
export class SupportMessageMarkBody extends Input({
  done: BodyBoolean({ description: '`true` marks the message as done, `false` as open.' }),
}) {}

export function presentSupportMessage(message: SupportMessage): SupportMessageShown {
  return {
    id: message.id,
    account_id: message.accountId,
    key_id: message.keyId,
    person_id: message.personId,
    subject: message.subject,
    message: message.message,
    contact: message.contact,
    created_at: wireTime(message.createdAt),
    done_at: wireTimeOrNull(message.doneAt),
  };
}
