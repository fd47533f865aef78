import { Body, Controller, Delete, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyEnum, BodyMailAddress, Endpoint, IdParam, Input, Shape, V3 } from '@libs/http';
import { AccountAccess } from '../account-access.service';
import { ROLES } from '../domain/roles';

@ApiSchema({ description: 'A person to invite.' })
export class AccountInvitationBody extends Input({
  email: BodyMailAddress({
    description: 'Email address of the person. The person who joins has this address.',
    example: 'owner@example.com',
  }),
  role: BodyEnum({
    description: 'Role in the account; `owner` if it is absent.',
    values: ROLES,
    optional: true,
    example: 'owner',
  }),
}) {}

@ApiSchema({ description: 'An invitation.' })
export class AccountInvitationShown extends Shape({
  link: {
    type: 'string',
    description:
      'The link, valid for seven days and used once; shown only here. Without `HREV_PUBLIC_URL` it is a path.',
    example: 'https://reviews.example.com/console/join#Zm9yIGFuIGV4YW1wbGU',
  },
}) {}

@ApiSchema({ description: 'Sessions that ended.' })
export class EndedSessionsShown extends Shape({
  ended: { type: 'integer', description: 'Number of sessions.', example: 3 },
}) {}

/** The persons of an account, for the operator (contract §4.16). */
@ApiTags('Administration')
@Controller({ path: 'admin/accounts/:account_id', version: V3 })
export class AccountAccessController {
  constructor(private readonly access: AccountAccess) {}

  @Post('invitations')
  @Endpoint({
    name: 'inviteToAccount',
    summary: 'Invite a person to an account',
    description:
      'For an account in any state, also without owners. A member who accepts it gets the role if it permits more. `conflict` for a role other than `viewer` in the demo account.',
    status: 201,
    response: AccountInvitationShown,
    access: 'master',
    errors: ['conflict'],
  })
  async invite(
    @IdParam('account_id') accountId: number,
    @Body() { email, role = 'owner' }: AccountInvitationBody,
  ): Promise<AccountInvitationShown> {
    return { link: await this.access.invite(accountId, email, role) };
  }

  @Delete('sessions')
  @Endpoint({
    name: 'endAccountSessions',
    summary: 'End the sessions of all persons of an account',
    description: 'The sessions of the person who sends the request are not ended.',
    response: EndedSessionsShown,
    access: 'master',
  })
  async endSessions(@IdParam('account_id') accountId: number): Promise<EndedSessionsShown> {
    return { ended: await this.access.endSessions(accountId) };
  }
}
