import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { Role } from './session';

export type Member = Schemas['MemberShown'];
export type LeftBehind = Schemas['LeftBehindShown'];
export type Invitation = Schemas['InvitationShown'];

export const memberKeys = {
  list: (accountId: number) => ['account', accountId, 'members'] as const,
  invitations: (accountId: number) => ['account', accountId, 'invitations'] as const,
};

export const membersQuery = (accountId: number) =>
  queryOptions({
    queryKey: memberKeys.list(accountId),
    queryFn: () => call(accountId, 'GET', '/console/api/members'),
    staleTime: 15_000,
  });

/** The invitations that can still be accepted. */
export const invitationsQuery = (accountId: number) =>
  queryOptions({
    queryKey: memberKeys.invitations(accountId),
    queryFn: () => call(accountId, 'GET', '/console/api/invitations'),
    staleTime: 15_000,
  });

export const changeRole = (accountId: number, personId: number, role: Role) =>
  call(accountId, 'PATCH', '/console/api/members/{person_id}', { path: { person_id: personId }, body: { role } });

export const removeMember = (accountId: number, personId: number) =>
  call(accountId, 'DELETE', '/console/api/members/{person_id}', { path: { person_id: personId } });

/** Revokes all live keys that the person issued. */
export const revokeKeysOf = (accountId: number, personId: number) =>
  call(accountId, 'DELETE', '/console/api/members/{person_id}/keys', { path: { person_id: personId } });

/** The link is returned only here. */
export const invite = (accountId: number, email: string, role: Role) =>
  call(accountId, 'POST', '/console/api/invitations', { body: { email, role } });

export const revokeInvitation = (accountId: number, id: number) =>
  call(accountId, 'DELETE', '/console/api/invitations/{invitation_id}', { path: { invitation_id: id } });
