import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import { mailBody, mailSubject } from './domain/mail';
import { MailingService } from './mailing.service';
import { NoticeStore, type NewNotice, type Notice } from './persistence/notice.store';

/** Notices to accounts (contract §6.5), which are listed on the command line and mailed. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly notices: NoticeStore,
    private readonly mailing: MailingService,
  ) {}

  /**
   * Stores a notice, in the caller's transaction if there is one, and mails it if a mail server is configured and the account has
   * an address. Throws 404 if the account does not exist.
   */
  async notify({ accountId, kind, subject, body }: NewNotice): Promise<void> {
    const { email } = await this.accounts.find(accountId);
    const notice = { accountId, subject: mailSubject(subject), body: mailBody(body) };
    await this.notices.insert({ ...notice, kind });
    if (email !== null) await this.mailing.post({ ...notice, recipient: email, replyTo: null });
  }

  /** Notices of an account, latest first. Throws 404 if the account does not exist. */
  async list(
    accountId: number,
    page: PageRequest,
  ): Promise<{ readonly notices: readonly Notice[]; readonly total: number }> {
    await this.accounts.find(accountId);
    return this.notices.page(accountId, page);
  }
}
