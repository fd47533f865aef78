import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyInteger, BodyObject, Shown } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { NOTICE_KINDS, type InboxNotice, type NoticeChannels, type NoticeKind } from '@src/notices';

@ApiSchema({ description: 'A notice as the person sees it.' })
export class NoticeShown {
  @Shown({ type: 'integer', description: 'Id of the notice.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'Kind of the notice, such as `webhook_failing`.' })
  readonly kind!: string;

  @Shown({ type: 'string', description: 'One line.' })
  readonly subject!: string;

  @Shown({ type: 'string', description: 'Plain text.' })
  readonly body!: string;

  @Shown({
    type: 'string',
    nullable: true,
    description:
      'Screen with the cause, below the address of the account; with a slash in front, below that of the console.',
  })
  readonly path!: string | null;

  @Shown({ type: 'date-time', description: 'When it was made.' })
  readonly created_at!: string;

  @Shown({ type: 'date-time', nullable: true, description: 'When the member read it; null: not yet.' })
  readonly read_at!: string | null;
}

@ApiSchema({ description: 'Notices that were read.' })
export class ReadBody {
  @BodyInteger({ description: 'Id of the newest notice that the member has seen.' })
  readonly up_to_id!: number;
}

@ApiSchema({ description: 'Where notices of a kind appear.' })
export class ChannelsBody implements NoticeChannels {
  @BodyBoolean({ description: 'Whether notices of the kind are shown in the console.' })
  readonly console!: boolean;

  @BodyBoolean({ description: 'Whether notices of the kind are mailed to the member.' })
  readonly mail!: boolean;
}

/** One optional field for each kind. */
@ApiSchema({ description: 'Channels by kind of notice; kinds that are absent stay as they are.' })
export class KindsBody {
  readonly [kind: string]: ChannelsBody;
}
for (const kind of NOTICE_KINDS) {
  // The compiler emits the type of declared fields alone; the OpenAPI document needs it.
  Reflect.defineMetadata('design:type', ChannelsBody, KindsBody.prototype, kind);
  BodyObject(() => ChannelsBody, { description: `Notices of the kind \`${kind}\`.`, optional: true })(
    KindsBody.prototype,
    kind,
  );
}

@ApiSchema({ description: 'The channels that change.' })
export class PreferencesOfNoticesBody {
  @BodyObject(() => KindsBody, { description: 'Channels of each kind that changes.' })
  readonly kinds!: Partial<Record<NoticeKind, ChannelsBody>>;
}

@ApiSchema({ description: 'Where notices of a kind appear.' })
export class ChannelsShown implements NoticeChannels {
  @Shown({ type: 'boolean', description: 'Whether they are shown in the console.' })
  readonly console!: boolean;

  @Shown({ type: 'boolean', description: 'Whether they are mailed to the member.' })
  readonly mail!: boolean;
}

@ApiSchema({ description: 'The channels of each kind of notice.' })
export class PreferencesOfNotices {
  @Shown({ type: 'object', mapOf: () => ChannelsShown, description: 'Channels by kind.' })
  readonly kinds!: Partial<Record<NoticeKind, ChannelsShown>>;

  @Shown({ type: 'boolean', description: 'Whether this installation can send mail.' })
  readonly can_mail!: boolean;
}

export function presentNotice(notice: InboxNotice): NoticeShown {
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
