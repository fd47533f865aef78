import { Inject, Injectable, Optional } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { foldIdentity, type PageRequest } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import { defaultChannels } from './domain/kinds';
import { mailBody, mailSubject } from './domain/mail';
import { MailingService } from './mailing.service';
import { NoticeReaders } from './notice-readers.port';
import { NoticePreferenceStore } from './persistence/notice-preference.store';
import { NoticeStore, type NewNotice, type Notice } from './persistence/notice.store';

/** Notices to accounts (contract §6.5), which are listed in the console and on the command line, and mailed. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly notices: NoticeStore,
    private readonly preferences: NoticePreferenceStore,
    private readonly mailing: MailingService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_SMTP_URL' | 'HREV_PUBLIC_URL'>,
    @Optional() @Inject(NoticeReaders) private readonly readers: NoticeReaders | null = null,
  ) {}

  /**
   * Stores a notice, in the caller's transaction if there is one. If a mail server is configured, mails it to the address of the
   * account and to the members who want mail of its kind, each address once. A notice with `personId` is shown and mailed to that
   * member only. Throws 404 if the account does not exist.
   */
  async notify(notice: NewNotice): Promise<void> {
    const { accountId } = notice;
    const { email } = await this.accounts.find(accountId);
    const stored = { ...notice, subject: mailSubject(notice.subject), body: mailBody(notice.body) };
    await this.notices.insert(stored);
    if (this.config.HREV_SMTP_URL === null) return;
    const { subject } = stored;
    const body = this.withAddress(stored);
    for (const recipient of await this.recipients(notice, email))
      await this.mailing.post({ accountId, subject, body, recipient, replyTo: null });
  }

  /** Stores a notice that is not mailed, or is mailed in another way. In the caller's transaction if there is one. */
  async note(notice: NewNotice): Promise<void> {
    await this.notices.insert({ ...notice, subject: mailSubject(notice.subject), body: mailBody(notice.body) });
  }

  /** Notices of an account, latest first. Throws 404 if the account does not exist. */
  async list(
    accountId: number,
    page: PageRequest,
  ): Promise<{ readonly notices: readonly Notice[]; readonly total: number }> {
    await this.accounts.find(accountId);
    return this.notices.page(accountId, page);
  }

  private async recipients({ accountId, kind, personId = null }: NewNotice, email: string | null): Promise<string[]> {
    const members = (await this.readers?.membersOf(accountId)) ?? [];
    const choices = await this.preferences.ofKind(accountId, kind);
    const wantsMail = new Map(choices.map((choice) => [choice.personId, choice.mail]));
    const readers = members.filter(
      (member) =>
        (personId === null || member.personId === personId) &&
        (wantsMail.get(member.personId) ?? defaultChannels(member.role).mail),
    );
    const addresses = [...(email === null || personId !== null ? [] : [email]), ...readers.map((each) => each.email)];
    return [...new Map(addresses.map((address) => [foldIdentity(address), address])).values()];
  }

  private withAddress({ accountId, body, path = null }: NewNotice): string {
    const { HREV_PUBLIC_URL: origin } = this.config;
    if (origin === null || path === null) return body;
    return `${body}\n\n${new URL(`/console/a/${accountId}/${path}`, origin).href}\n`;
  }
}
