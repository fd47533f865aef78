import { ApiSchema } from '@nestjs/swagger';
import { BodyEnum, BodyMailAddress, Shown } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { KEY_SCOPES, type KeyRecord } from '@src/auth';
import { ROLES, type Role } from '../domain/roles';
import type { ChangedMember, LeftBehind } from '../members.service';
import type { Invitation } from '../persistence/console-token.store';
import type { Member } from '../persistence/member.store';

@ApiSchema({ description: 'A member of the account.' })
export class MemberShown {
  @Shown({ type: 'integer', description: 'Id of the person.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'Name of the person.' })
  readonly name!: string;

  @Shown({ type: 'string', description: 'E-mail address of the person.' })
  readonly email!: string;

  @Shown({ type: 'string', values: ROLES, description: 'Role in the account.' })
  readonly role!: string;

  @Shown({ type: 'boolean', description: 'Whether the person gives a passkey or a code at sign-in.' })
  readonly has_second_factor!: boolean;

  @Shown({ type: 'date-time', nullable: true, description: 'When the person last used the console; null: not yet.' })
  readonly last_seen_at!: string | null;
}

@ApiSchema({ description: 'A key that a person issued. It stays valid until it is revoked.' })
export class IssuedKeyShown {
  @Shown({ type: 'integer', description: 'Id of the key.' })
  readonly id!: number;

  @Shown({ type: 'string', nullable: true, description: 'Name of the key.' })
  readonly name!: string | null;

  @Shown({ type: 'string', description: 'The beginning of the key.', example: 'hrev_UT7BnJ' })
  readonly prefix!: string;

  @Shown({ type: 'string', values: KEY_SCOPES, description: 'Scope of the key.' })
  readonly scope!: string;
}

@ApiSchema({ description: 'An invitation that was revoked.' })
export class RevokedInvitationShown {
  @Shown({ type: 'integer', description: 'Id of the invitation.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'E-mail address of the invited person.' })
  readonly email!: string;

  @Shown({ type: 'string', values: ROLES, description: 'Role in the account.' })
  readonly role!: string;
}

@ApiSchema({ description: 'What a person leaves behind who is no longer an owner.' })
export class LeftBehindShown {
  @Shown({
    type: () => RevokedInvitationShown,
    list: true,
    description: 'Invitations that the person sent or received. They are revoked.',
  })
  readonly revoked_invitations!: readonly RevokedInvitationShown[];

  @Shown({
    type: () => IssuedKeyShown,
    list: true,
    description:
      'Live keys that the person issued. They stay valid: `DELETE /console/api/members/{person_id}/keys` revokes them.',
  })
  readonly keys!: readonly IssuedKeyShown[];
}

@ApiSchema({ description: 'A member whose role was changed.' })
export class ChangedMemberShown extends MemberShown {
  @Shown({
    type: () => RevokedInvitationShown,
    list: true,
    description: 'Invitations that the person sent or received. They are revoked.',
  })
  readonly revoked_invitations!: readonly RevokedInvitationShown[];

  @Shown({
    type: () => IssuedKeyShown,
    list: true,
    description: 'Live keys that the person issued, who is no longer an owner.',
  })
  readonly keys!: readonly IssuedKeyShown[];
}

@ApiSchema({ description: 'A role.' })
export class RoleBody {
  @BodyEnum({ description: 'New role.', values: ROLES })
  readonly role!: Role;
}

@ApiSchema({ description: 'A person to invite.' })
export class InvitationBody {
  @BodyMailAddress({ description: 'E-mail address of the person. Only a person with this address can join.' })
  readonly email!: string;

  @BodyEnum({ description: 'Role in the account.', values: ROLES })
  readonly role!: Role;
}

@ApiSchema({ description: 'An invitation that can be accepted.' })
export class InvitationShown {
  @Shown({ type: 'integer', description: 'Id of the invitation.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'E-mail address of the invited person.' })
  readonly email!: string;

  @Shown({ type: 'string', values: ROLES, description: 'Role in the account.' })
  readonly role!: string;

  @Shown({ type: 'date-time', description: 'When it was made.' })
  readonly created_at!: string;

  @Shown({ type: 'date-time', description: 'When it expires.' })
  readonly expires_at!: string;

  @Shown({ type: 'string', nullable: true, description: 'Name of the person who made it.' })
  readonly invited_by!: string | null;
}

@ApiSchema({ description: 'An invitation with its link.' })
export class NewInvitationShown {
  @Shown({ type: 'integer', description: 'Id of the invitation.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'The link to join, shown only once.' })
  readonly link!: string;
}

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
