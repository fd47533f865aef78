import { ApiSchema } from '@nestjs/swagger';
import { BodyEnum, BodyMailAddress, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { KEY_SCOPES, type KeyRecord } from '@src/auth';
import { ROLES } from '../domain/roles';
import type { ChangedMember, LeftBehind } from '../members.service';
import type { Invitation } from '../persistence/console-token.store';
import type { Member } from '../persistence/member.store';

@ApiSchema({ description: 'A member of the account.' })
export class MemberShown extends Shape({
  id: { type: 'integer', description: 'Id of the person.' },
  name: { type: 'string', description: 'Name of the person.' },
  email: { type: 'string', description: 'E-mail address of the person.' },
  role: { type: 'string', values: ROLES, description: 'Role in the account.' },
  has_second_factor: { type: 'boolean', description: 'Whether the person gives a passkey or a code at sign-in.' },
  last_seen_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the person last used the console; null: not yet.',
  },
}) {}

@ApiSchema({ description: 'A key that a person issued. It stays valid until it is revoked.' })
export class IssuedKeyShown extends Shape({
  id: { type: 'integer', description: 'Id of the key.' },
  name: { type: 'string', nullable: true, description: 'Name of the key.' },
  prefix: { type: 'string', description: 'The beginning of the key.', example: 'hrev_UT7BnJ' },
  scope: { type: 'string', values: KEY_SCOPES, description: 'Scope of the key.' },
}) {}

@ApiSchema({ description: 'An invitation that was revoked.' })
export class RevokedInvitationShown extends Shape({
  id: { type: 'integer', description: 'Id of the invitation.' },
  email: { type: 'string', description: 'E-mail address of the invited person.' },
  role: { type: 'string', values: ROLES, description: 'Role in the account.' },
}) {}

@ApiSchema({ description: 'What a person leaves behind who is no longer an owner.' })
export class LeftBehindShown extends Shape({
  revoked_invitations: {
    type: () => RevokedInvitationShown,
    list: true,
    description: 'Invitations that the person sent or received. They are revoked.',
  },
  keys: {
    type: () => IssuedKeyShown,
    list: true,
    description:
      'Live keys that the person issued. They stay valid: `DELETE /console/api/members/{person_id}/keys` revokes them.',
  },
}) {}

@ApiSchema({ description: 'A member whose role was changed.' })
export class ChangedMemberShown extends Shape(MemberShown, {
  revoked_invitations: {
    type: () => RevokedInvitationShown,
    list: true,
    description: 'Invitations that the person sent or received. They are revoked.',
  },
  keys: {
    type: () => IssuedKeyShown,
    list: true,
    description: 'Live keys that the person issued, who is no longer an owner.',
  },
}) {}

@ApiSchema({ description: 'A role.' })
export class RoleBody extends Input({ role: BodyEnum({ description: 'New role.', values: ROLES }) }) {}

@ApiSchema({ description: 'A person to invite.' })
export class InvitationBody extends Input({
  email: BodyMailAddress({ description: 'E-mail address of the person. Only a person with this address can join.' }),
  role: BodyEnum({ description: 'Role in the account.', values: ROLES }),
}) {}

@ApiSchema({ description: 'An invitation that can be accepted.' })
export class InvitationShown extends Shape({
  id: { type: 'integer', description: 'Id of the invitation.' },
  email: { type: 'string', description: 'E-mail address of the invited person.' },
  role: { type: 'string', values: ROLES, description: 'Role in the account.' },
  created_at: { type: 'date-time', description: 'When it was made.' },
  expires_at: { type: 'date-time', description: 'When it expires.' },
  invited_by: { type: 'string', nullable: true, description: 'Name of the person who made it.' },
}) {}

@ApiSchema({ description: 'An invitation with its link.' })
export class NewInvitationShown extends Shape({
  id: { type: 'integer', description: 'Id of the invitation.' },
  link: { type: 'string', description: 'The link to join, shown only once.' },
}) {}

export function presentMember(member: Member): MemberShown {
  return {
    id: member.personId,
    name: member.name,
    email: member.email,
    role: member.role,
    has_second_factor: member.hasSecondFactor,
    last_seen_at: wireTimeOrNull(member.lastSeenAt),
  };
}

export function presentLeftBehind({ revokedInvitations, keys }: LeftBehind): LeftBehindShown {
  return {
    revoked_invitations: revokedInvitations.map(({ id, email, role }) => ({ id, email, role })),
    keys: keys.map(presentIssuedKey),
  };
}

export const presentChangedMember = (changed: ChangedMember): ChangedMemberShown => ({
  ...presentMember(changed),
  ...presentLeftBehind(changed),
});

export const presentIssuedKey = ({ id, name, displayPrefix, keyScope }: KeyRecord): IssuedKeyShown => ({
  id,
  name,
  prefix: displayPrefix,
  scope: keyScope,
});

export function presentInvitation(invitation: Invitation): InvitationShown {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    created_at: wireTime(invitation.createdAt),
    expires_at: wireTime(invitation.expiresAt),
    invited_by: invitation.invitedBy,
  };
}
