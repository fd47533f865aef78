import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import { mailBody, mailSubject } from './domain/mail';
import { MailingService } from './mailing.service';
import { NoticeStore, type NewNotice, type Notice } from './persistence/notice.store';

/** What the service tells an account by itself (contract §6.5): shown in the console and by the command line, and mailed. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly notices: NoticeStore,
    private readonly mailing: MailingService,
  ) {}

  /**
   * Tells an account, in the caller's transaction if there is one: rolled back, nothing was told. Mailed where a mail
   * server is configured and the account has an address. 404 where there is no such account.
   */
  async tell({ accountId, kind, subject, body }: NewNotice): Promise<void> {
    const { email } = await this.accounts.find(accountId);
    const told = { accountId, subject: mailSubject(subject), body: mailBody(body) };
    await this.notices.insert({ ...told, kind });
    if (email !== null) await this.mailing.post({ ...told, recipient: email, replyTo: null });
  }

  /** What an account was told, latest first; 404 where there is no such account. */
  async list(
    accountId: number,
    page: PageRequest,
  ): Promise<{ readonly notices: readonly Notice[]; readonly total: number }> {
    await this.accounts.find(accountId);
    return this.notices.page(accountId, page);
  }
}
