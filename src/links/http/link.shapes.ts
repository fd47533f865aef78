import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyName, Input, refuseEmpty } from '@libs/http';
import type { LinkChange } from '../domain/link';

/** Changes of a link, at least one (contract §4.6). */
@ApiSchema({ description: 'Changes of a link: at least one field.' })
export class ChangeLinkBody extends Input({
  link_name: BodyName({
    description: 'Name that the client gives the link; null removes it.',
    min: 1,
    max: 200,
    optional: true,
    nullable: true,
  }),
  is_active: BodyBoolean({
    description: 'Whether reviews are collected. `true` also ends a pause by the service (`frozen_at`).',
    optional: true,
  }),
  is_public: BodyBoolean({ description: 'Whether the link may be shown to others.', optional: true }),
}) {}

/** Maps the body to a change; throws 422 for an empty one. */
export function linkChangeOf(body: ChangeLinkBody): LinkChange {
  const change = { linkName: body.link_name, isActive: body.is_active, isPublic: body.is_public };
  refuseEmpty(change, 'link_name, is_active, is_public');
  return change;
}
