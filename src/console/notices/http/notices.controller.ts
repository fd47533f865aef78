import { Body, Controller, Get, Inject, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/config';
import { Endpoint, NO_VERSION, PageQuery } from '@libs/http';
import { notFound, pageOf, type Page } from '@libs/kernel';
import { NoticeInbox, type NoticeMember } from '@src/notices';
import { CurrentMember, Member, type Membership } from '../../http/member.guard';
import { MemberStore } from '../../members/persistence/member.store';
import { NoticeShown, PreferencesOfNotices, PreferencesOfNoticesBody, presentNotice, ReadBody } from './notices.dto';

const FOR_ALL = { leastRole: 'viewer', evenWhenSuspended: true } as const;

/** Notices of an account as the member sees them, and the member's choices. Open to suspended accounts, which learn the reason. */
@ApiTags('Notices')
@Controller({ path: 'console/api', version: NO_VERSION })
export class NoticesController {
  constructor(
    private readonly inbox: NoticeInbox,
    private readonly members: MemberStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_SMTP_URL'>,
  ) {}

  @Get('notices')
  @Member(FOR_ALL)
  @Endpoint({
    summary: 'Notices, latest first',
    description: 'Those that the role of the person sees.',
    page: NoticeShown,
    access: 'public',
  })
  async list(@CurrentMember() membership: Membership, @Query() query: PageQuery): Promise<Page<NoticeShown>> {
    const { notices, total } = await this.inbox.page(await this.memberOf(membership), query);
    return pageOf(notices.map(presentNotice), total, query);
  }

  @Post('notices/read')
  @Member(FOR_ALL)
  @Endpoint({
    name: 'markNoticesRead',
    summary: 'Mark notices as read',
    description: 'Up to and including the named one.',
    status: 204,
    access: 'public',
  })
  async read(@CurrentMember() membership: Membership, @Body() { up_to_id: upToId }: ReadBody): Promise<void> {
    await this.inbox.markRead(await this.memberOf(membership), upToId);
  }

  @Get('notice-preferences')
  @Member(FOR_ALL)
  @Endpoint({
    summary: 'Channels of each kind of notice',
    description: 'Of the signed-in person in the account.',
    response: PreferencesOfNotices,
    access: 'public',
  })
  async preferences(@CurrentMember() membership: Membership): Promise<PreferencesOfNotices> {
    const kinds = await this.inbox.preferences(await this.memberOf(membership));
    return { kinds, can_mail: this.config.HREV_SMTP_URL !== null };
  }

  @Put('notice-preferences')
  @Member(FOR_ALL)
  @Endpoint({
    summary: 'Change the channels of kinds of notices',
    description: 'Kinds that are absent stay as they are.',
    response: PreferencesOfNotices,
    access: 'public',
  })
  async prefer(
    @CurrentMember() membership: Membership,
    @Body() { kinds }: PreferencesOfNoticesBody,
  ): Promise<PreferencesOfNotices> {
    await this.inbox.prefer(await this.memberOf(membership), kinds);
    return this.preferences(membership);
  }

  private async memberOf({ accountId, personId }: Membership): Promise<NoticeMember> {
    const member = await this.members.find(accountId, personId);
    if (member === null) throw notFound();
    return { accountId, personId, role: member.role, memberSince: member.memberSince };
  }
}
