import { Body, Controller, Get, Inject, Post, Put, Query } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/config';
import { BodyBoolean, BodyInteger, BodyObject, Input, NO_VERSION, PageParameters, Shape } from '@libs/http';
import { notFound, pageOf, wireTime, wireTimeOrNull, type Page } from '@libs/kernel';
import { NOTICE_KINDS, NoticeInbox, type InboxNotice, type NoticeMember } from '@src/notices';
import { CurrentMember, Member, MemberStore, type Membership } from '../../identity';

@ApiSchema({ description: 'A notice as the person sees it.' })
class NoticeShown extends Shape({
  id: { type: 'integer', description: 'Id of the notice.' },
  kind: { type: 'string', description: 'Kind of the notice, such as `webhook_failing`.' },
  subject: { type: 'string', description: 'One line.' },
  body: { type: 'string', description: 'Plain text.' },
  path: {
    type: 'string',
    nullable: true,
    description:
      'Screen with the cause, below the address of the account; with a slash in front, below that of the console.',
  },
  created_at: { type: 'date-time', description: 'When it was made.' },
  read_at: { type: 'date-time', nullable: true, description: 'When the member read it; null: not yet.' },
}) {}

@ApiSchema({ description: 'Notices that were read.' })
class ReadBody extends Input({
  up_to_id: BodyInteger({ description: 'Id of the newest notice that the member has seen.' }),
}) {}

@ApiSchema({ description: 'Where notices of a kind appear.' })
class ChannelsBody extends Input({
  console: BodyBoolean({ description: 'Whether notices of the kind are shown in the console.' }),
  mail: BodyBoolean({ description: 'Whether notices of the kind are mailed to the member.' }),
}) {}

/** One optional field for each kind. */
const KIND_FIELDS = NOTICE_KINDS.map((kind) => {
  const field = BodyObject(() => ChannelsBody, { description: `Notices of the kind \`${kind}\`.`, optional: true });
  return [kind, field] as const;
});

@ApiSchema({ description: 'Channels by kind of notice; kinds that are absent stay as they are.' })
class KindsBody extends Input(Object.fromEntries(KIND_FIELDS)) {}

@ApiSchema({ description: 'The channels that change.' })
class PreferencesOfNoticesBody extends Input({
  kinds: BodyObject(() => KindsBody, { description: 'Channels of each kind that changes.' }),
}) {}

@ApiSchema({ description: 'Where notices of a kind appear.' })
class ChannelsShown extends Shape({
  console: { type: 'boolean', description: 'Whether they are shown in the console.' },
  mail: { type: 'boolean', description: 'Whether they are mailed to the member.' },
}) {}

@ApiSchema({ description: 'The channels of each kind of notice.' })
class PreferencesOfNotices extends Shape({
  kinds: { type: 'object', mapOf: () => ChannelsShown, description: 'Channels by kind.' },
  can_mail: { type: 'boolean', description: 'Whether this installation can send mail.' },
}) {}

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
  @Member({
    ...FOR_ALL,
    summary: 'Notices, latest first',
    description: 'Those that the role of the person sees.',
    page: NoticeShown,
  })
  async list(@CurrentMember() membership: Membership, @Query() query: PageParameters): Promise<Page<NoticeShown>> {
    const { notices, total } = await this.inbox.page(await this.memberOf(membership), query);
    return pageOf(notices.map(presentNotice), total, query);
  }

  @Post('notices/read')
  @Member({
    ...FOR_ALL,
    name: 'markNoticesRead',
    summary: 'Mark notices as read',
    description: 'Up to and including the named one.',
    status: 204,
  })
  async markRead(@CurrentMember() membership: Membership, @Body() { up_to_id: upToId }: ReadBody): Promise<void> {
    await this.inbox.markRead(await this.memberOf(membership), upToId);
  }

  @Get('notice-preferences')
  @Member({
    ...FOR_ALL,
    summary: 'Channels of each kind of notice',
    description: 'Of the signed-in person in the account.',
    response: PreferencesOfNotices,
  })
  async getPreferences(@CurrentMember() membership: Membership): Promise<PreferencesOfNotices> {
    const kinds = await this.inbox.preferences(await this.memberOf(membership));
    return { kinds, can_mail: this.config.HREV_SMTP_URL !== null };
  }

  @Put('notice-preferences')
  @Member({
    ...FOR_ALL,
    summary: 'Change the channels of kinds of notices',
    description: 'Kinds that are absent stay as they are.',
    response: PreferencesOfNotices,
  })
  async updatePreferences(
    @CurrentMember() membership: Membership,
    @Body() { kinds }: PreferencesOfNoticesBody,
  ): Promise<PreferencesOfNotices> {
    await this.inbox.prefer(await this.memberOf(membership), kinds);
    return this.getPreferences(membership);
  }

  private async memberOf({ accountId, personId }: Membership): Promise<NoticeMember> {
    const member = await this.members.find(accountId, personId);
    if (member === null) throw notFound();
    return { accountId, personId, role: member.role, memberSince: member.memberSince };
  }
}

function presentNotice(notice: InboxNotice): NoticeShown {
  return {
    id: notice.id,
    kind: notice.kind,
    subject: notice.subject,
    body: notice.body,
    path: notice.path,
    created_at: wireTime(notice.createdAt),
    read_at: wireTimeOrNull(notice.readAt),
  };
}
