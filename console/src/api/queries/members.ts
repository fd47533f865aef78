import { queryOptions } from '@tanstack/react-query';
import { accountRequest, type ListOf, type Schemas } from '../client';
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
    queryFn: () => accountRequest<ListOf<Member>>(accountId, 'GET', 'members'),
    staleTime: 15_000,
  });

/** The invitations that can still be accepted. */
export const invitationsQuery = (accountId: number) =>
  queryOptions({
    queryKey: memberKeys.invitations(accountId),
    queryFn: () => accountRequest<ListOf<Invitation>>(accountId, 'GET', 'invitations'),
    staleTime: 15_000,
  });

export const changeRole = (accountId: number, personId: number, role: Role): Promise<Schemas['ChangedMemberShown']> =>
  accountRequest(accountId, 'PATCH', `members/${personId}`, { role });

export const removeMember = (accountId: number, personId: number): Promise<LeftBehind> =>
  accountRequest(accountId, 'DELETE', `members/${personId}`);

/** Revokes all live keys that the person issued. */
export const revokeKeysOf = (accountId: number, personId: number): Promise<ListOf<Schemas['IssuedKeyShown']>> =>
  accountRequest(accountId, 'DELETE', `members/${personId}/keys`);

/** The link is returned only here. */
export const invite = (accountId: number, email: string, role: Role): Promise<Schemas['NewInvitationShown']> =>
  accountRequest(accountId, 'POST', 'invitations', { email, role });

export const revokeInvitation = (accountId: number, id: number): Promise<null> =>
  accountRequest(accountId, 'DELETE', `invitations/${id}`);
