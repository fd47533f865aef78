import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, EVERY_VERSION, IdParam, V3 } from '@libs/http';
import { pageOf, type Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { SupportService } from '../support.service';
import {
  presentSupportMessage,
  SupportMessageBody,
  SupportMessageMarkBody,
  SupportMessageShown,
  SupportMessagesParameters,
  SupportReceipt,
} from './support-message.shapes';

/** Messages to the operator (contract §4.12, §4.13). */
@ApiTags('Support')
@Controller({ path: 'support', version: EVERY_VERSION })
export class SupportController {
  constructor(private readonly support: SupportService) {}

  @Post('message')
  @Endpoint({
    name: 'sendSupportMessage',
    summary: 'Send a message to the operator',
    description:
      'Works with any key, including `read_only`, and while the account is suspended. At most 20 messages per account per ' +
      'hour; another message gets 429 `rate_limited` with `Retry-After`.',
    status: 201,
    response: SupportReceipt,
    access: 'read',
    evenWhenSuspended: true,
  })
  async create(
    @CurrentCaller() { accountId, keyId, personId }: Caller,
    @Body() { message, subject, contact }: SupportMessageBody,
  ): Promise<SupportReceipt> {
    const id = await this.support.write({
      accountId,
      keyId,
      personId,
      message,
      subject: subject || null,
      contact: contact ?? null,
    });
    return { id, detail: 'The message was received' };
  }
}

/** Messages of all accounts, for keys of scope `master` (contract §4.12). */
@ApiTags('Administration')
@Controller({ path: 'admin/support-messages', version: V3 })
export class SupportAdminController {
  constructor(private readonly support: SupportService) {}

  @Get()
  @Endpoint({
    summary: 'Support messages of all accounts, latest first',
    description: 'Each with the account and the key that it was sent with.',
    page: SupportMessageShown,
    access: 'master',
  })
  async list(@Query() query: SupportMessagesParameters): Promise<Page<SupportMessageShown>> {
    const { messages, total } = await this.support.list(query);
    return pageOf(messages.map(presentSupportMessage), total, query);
  }

  @Patch(':message_id')
  @Endpoint({
    name: 'markSupportMessage',
    summary: 'Mark a support message as done or as open',
    description: 'A repeated mark changes nothing; `done_at` keeps the time of the first.',
    response: SupportMessageShown,
    access: 'master',
    withoutProof: 'Sorts the list of operators. No account and no access changes, and the opposite mark restores it.',
  })
  async update(
    @IdParam('message_id') messageId: number,
    @Body() { done }: SupportMessageMarkBody,
  ): Promise<SupportMessageShown> {
    return presentSupportMessage(await this.support.markDone(messageId, done));
  }
}
