import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { notFound } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { AccountsService } from '@src/auth';
import { MailingService } from '@src/notices';
import { assertMayWrite } from './domain/message-quota';
import {
  SupportMessageStore,
  type MessagePageRequest,
  type NewSupportMessage,
  type SupportMessage,
} from './persistence/support-message.store';

/** Messages to the operator (contract §4.12). */
@Injectable()
export class SupportService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly messages: SupportMessageStore,
    private readonly mailing: MailingService,
    private readonly trail: AuditTrail,
  ) {}

  /** Stores a message and mails it to the operator if mail is configured; returns its id. Throws `rate_limited` after 20 in an hour. */
  async write(message: NewSupportMessage): Promise<number> {
    return this.database.transaction(async () => {
      assertMayWrite(await this.messages.lockedWindow(message.accountId));
      const id = await this.messages.insert(message);
      const { accountId, subject } = message;
      const target = { type: 'message', id } as const;
      await this.trail.recordOfPerson({ action: 'message.sent', accountId, target, after: { subject } });
      await this.mail(id, message);
      return id;
    });
  }

  /** Messages of all accounts, latest first; with `done`, only the messages that are done or only the open ones. */
  async list(
    page: MessagePageRequest,
  ): Promise<{ readonly messages: readonly SupportMessage[]; readonly total: number }> {
    return this.messages.page(page);
  }

  /** Marks a message as done, or as open again. A repeated mark keeps the time of the first. Throws 404 for a missing message. */
  async markDone(id: number, done: boolean): Promise<SupportMessage> {
    const message = await this.messages.markDone(id, done);
    if (!message) throw notFound();
    return message;
  }

  /** Mails the message to the operator. The reply address is the contact of the message or the account's address, if any. */
  private async mail(
    id: number,
    { accountId, keyId, personId, subject, message, contact }: NewSupportMessage,
  ): Promise<void> {
    const account = await this.accounts.find(accountId);
    const facts = [
      `Message ${id}`,
      `Account ${accountId} (${account.name}), plan ${account.plan}, ${keyId === null ? `person ${personId}` : `key ${keyId}`}`,
      `Contact ${contact ?? account.email ?? 'not given'}`,
    ];
    await this.mailing.postToOperator({
      accountId,
      replyTo: contact ?? account.email,
      subject: `[hrev support ${id}] ${subject ?? '(no subject)'}`,
      body: `${message}\n\n-- \n${facts.join('\n')}\n`,
    });
  }
}
