import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@libs/kernel';
import { preferencesOf, type NoticeChannels, type NoticeKind, type NoticePreferences } from './domain/kinds';
import { InboxQuery, type InboxNotice, type InboxReader } from './persistence/inbox.query';
import { NoticePreferenceStore } from './persistence/notice-preference.store';

/** A member of an account, as the reader of its notices. */
export interface NoticeMember {
  readonly accountId: number;
  readonly personId: number;
  readonly role: string;
  readonly memberSince: Date;
}

/** The notices of an account as its members read them, and the choices of members about kinds and channels. */
@Injectable()
export class NoticeInbox {
  constructor(
    private readonly inbox: InboxQuery,
    private readonly stored: NoticePreferenceStore,
  ) {}

  /** A page of the kinds that the member sees in the console, latest first. */
  async page(
    member: NoticeMember,
    page: PageRequest,
  ): Promise<{ readonly notices: readonly InboxNotice[]; readonly total: number }> {
    return this.inbox.page(await this.readerOf(member), page);
  }

  /** The number of notices that the member has not read, at most 100. */
  async unread(member: NoticeMember): Promise<number> {
    return this.inbox.unread(await this.readerOf(member));
  }

  /** Marks the notices up to this id as read. Repeated marks keep the time of the first. */
  async markRead(member: NoticeMember, upToId: number): Promise<void> {
    await this.inbox.markRead(await this.readerOf(member), upToId);
  }

  /** The channels of every kind for the member. */
  async preferences({ accountId, personId, role }: NoticeMember): Promise<NoticePreferences> {
    return preferencesOf(role, await this.stored.of(accountId, personId));
  }

  /** Changes the channels of the given kinds; others stay as they are. */
  async prefer(
    { accountId, personId }: NoticeMember,
    changes: Partial<Record<NoticeKind, NoticeChannels>>,
  ): Promise<void> {
    const choices = Object.entries(changes).map(([kind, { console, mail }]) => ({ kind, console, mail }));
    if (choices.length > 0) await this.stored.save(accountId, personId, choices);
  }

  private async readerOf(member: NoticeMember): Promise<InboxReader> {
    const kinds = Object.entries(await this.preferences(member));
    return { ...member, hiddenKinds: kinds.filter(([, { console }]) => !console).map(([kind]) => kind) };
  }
}
