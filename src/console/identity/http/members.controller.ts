import { Body, Controller, Delete, Get, Patch, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdParam, NO_VERSION } from '@libs/http';
import { clientAddress } from '@src/auth';
import type { Request } from 'express';
import { CurrentMember, Member, type Membership } from './member.guard';
import { BrowserOrigin } from '../browser-origin';
import { SignInLimit } from '../persistence/sign-in-limit.store';
import { InvitationsService } from '../invitations.service';
import { MembersService } from '../members.service';
import {
  ChangedMemberShown,
  InvitationBody,
  InvitationShown,
  IssuedKeyShown,
  LeftBehindShown,
  MemberShown,
  NewInvitationShown,
  presentChangedMember,
  presentInvitation,
  presentIssuedKey,
  presentLeftBehind,
  presentMember,
  RoleBody,
} from './member.shapes';

/** Members and invitations of an account, for its owners. */
@ApiTags('Members')
@Controller({ path: 'console/api', version: NO_VERSION })
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationsService,
    private readonly origin: BrowserOrigin,
    private readonly limit: SignInLimit,
  ) {}

  @Get('members')
  @Member({
    leastRole: 'owner',
    summary: 'Members, owners first',
    description: 'With the time of the last use.',
    list: MemberShown,
  })
  async list(@CurrentMember() { accountId }: Membership): Promise<{ readonly data: readonly MemberShown[] }> {
    return { data: (await this.members.list(accountId)).map(presentMember) };
  }

  @Get('members/:person_id')
  @Member({ leastRole: 'owner', summary: 'A member', description: 'By the id of the person.', response: MemberShown })
  async get(@CurrentMember() { accountId }: Membership, @IdParam('person_id') id: number): Promise<MemberShown> {
    return presentMember(await this.members.find(accountId, id));
  }

  @Patch('members/:person_id')
  @Member({
    leastRole: 'owner',
    needsProof: true,
    summary: 'Change the role of a member',
    description:
      'Counts from the next request on. A role other than owner revokes the invitations that the person sent or received, and names the live keys that the person issued. `conflict` for the last owner.',
    response: ChangedMemberShown,
    errors: ['conflict'],
  })
  async update(
    @CurrentMember() acting: Membership,
    @IdParam('person_id') id: number,
    @Body() { role }: RoleBody,
  ): Promise<ChangedMemberShown> {
    return presentChangedMember(await this.members.changeRole(acting, id, role));
  }

  /** Every member may leave the account. */
  @Delete('members/:person_id')
  @Member({
    leastRole: 'viewer',
    needsProof: true,
    name: 'removeMember',
    summary: 'Remove a member, or leave',
    description:
      'Owners remove others; every member may leave. Revokes the invitations that the person sent or received, and names the live keys that the person issued. `conflict` for the last owner.',
    response: LeftBehindShown,
    errors: ['conflict'],
  })
  async remove(@CurrentMember() acting: Membership, @IdParam('person_id') id: number): Promise<LeftBehindShown> {
    return presentLeftBehind(await this.members.remove(acting, id));
  }

  @Delete('members/:person_id/keys')
  @Member({
    leastRole: 'owner',
    needsProof: true,
    name: 'revokeKeysOfPerson',
    summary: 'Revoke the keys that a person issued',
    description:
      'All live keys of the account that the person issued, also after the person has left. Takes effect at once. Returns them; 404 if there is none.',
    list: IssuedKeyShown,
  })
  async revokeKeys(
    @CurrentMember() { accountId }: Membership,
    @IdParam('person_id') id: number,
  ): Promise<{ readonly data: readonly IssuedKeyShown[] }> {
    return { data: (await this.members.revokeKeys(accountId, id)).map(presentIssuedKey) };
  }

  @Get('invitations')
  @Member({
    leastRole: 'owner',
    summary: 'Invitations that can be accepted, latest first',
    description: 'Without their links.',
    list: InvitationShown,
  })
  async listInvitations(
    @CurrentMember() { accountId }: Membership,
  ): Promise<{ readonly data: readonly InvitationShown[] }> {
    return { data: (await this.invitations.pending(accountId)).map(presentInvitation) };
  }

  @Post('invitations')
  @Member({
    leastRole: 'owner',
    needsProof: true,
    summary: 'Invite a person',
    description: 'The link is valid for seven days, is used once, and is bound to the address.',
    status: 201,
    response: NewInvitationShown,
    errors: ['conflict', 'rate_limited'],
  })
  async invite(
    @CurrentMember() acting: Membership,
    @Body() { email, role }: InvitationBody,
    @Req() request: Request,
  ): Promise<NewInvitationShown> {
    const origin = this.origin.of(request);
    await this.limit.takeInvitation(acting.personId, clientAddress(request));
    const { id, path } = await this.invitations.invite(acting, email, role);
    return { id, link: `${origin}${path}` };
  }

  @Delete('invitations/:invitation_id')
  @Member({
    leastRole: 'owner',
    needsProof: true,
    name: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'Its link is void.',
    status: 204,
  })
  async revokeInvitation(
    @CurrentMember() { accountId }: Membership,
    @IdParam('invitation_id') id: number,
  ): Promise<void> {
    await this.invitations.revoke(accountId, id);
  }
}
