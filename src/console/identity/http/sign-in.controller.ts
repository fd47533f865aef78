import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, NO_VERSION } from '@libs/http';
import { wireTime } from '@libs/kernel';
import { AccountsService, clientAddress } from '@src/auth';
import type { Request } from 'express';
import { OneTimeLinks } from '../one-time-links.service';
import { PersonsService } from '../persons.service';
import { BrowserOrigin } from '../browser-origin';
import { ResetRequests } from '../reset-requests.service';
import { SessionsService } from '../sessions.service';
import type { SessionRecord, SessionStage } from '../persistence/session.store';
import { SignInLimit } from '../persistence/sign-in-limit.store';
import { SignInService } from '../sign-in.service';
import { FactorsService } from '../factors.service';
import { PasskeyOptions } from './factor.shapes';
import { CurrentSession, Person, type PersonNeeds } from './person.guard';
import {
  givenProof,
  JoinBody,
  NewPasswordBody,
  NextStep,
  PasskeyBody,
  passkeyOf,
  ProofBody,
  ResetBody,
  ResetShown,
  SecondFactorBody,
  SetupBody,
  SignInBody,
  TokenBody,
  TokenShown,
  WaitingFactors,
} from './sign-in.shapes';

const nextStep = (stage: SessionStage): NextStep => ({ next: stage === 'full' ? 'done' : stage });
const WAITING: PersonNeeds = { stages: ['second_factor'] };
const ANY: PersonNeeds = { stages: ['second_factor', 'enrol', 'full'] };

/** Sign-in, proofs, and the links of persons. Every request comes from a page of the console, also before a session exists. */
@ApiTags('Sign-in')
@Controller({ path: 'console/api', version: NO_VERSION })
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly persons: PersonsService,
    private readonly factors: FactorsService,
    private readonly links: OneTimeLinks,
    private readonly accounts: AccountsService,
    private readonly origin: BrowserOrigin,
    private readonly limit: SignInLimit,
    private readonly resets: ResetRequests,
  ) {}

  @Post('sign-in')
  @Endpoint({
    summary: 'Sign in',
    description:
      'With the password. `next` says what the session in the cookie still needs. Wrong passwords and unknown addresses get the same 401.',
    response: NextStep,
    access: 'public',
    errors: ['unauthorized', 'rate_limited'],
  })
  async signIn(@Body() { email, password }: SignInBody, @Req() request: Request): Promise<NextStep> {
    this.origin.assertFromConsole(request);
    const personId = await this.signIns.check(email, password, request);
    return nextStep(await this.sessions.start(personId, 'password', request));
  }

  @Post('sign-in/passkey/options')
  @Endpoint({
    name: 'createSignInOptions',
    summary: 'Options for a sign-in with a passkey',
    description:
      'The challenge is used once and expires after five minutes. `conflict` where the console has an address without a name.',
    response: PasskeyOptions,
    access: 'public',
    errors: ['conflict', 'rate_limited'],
  })
  async passkeyOptions(@Req() request: Request): Promise<PasskeyOptions> {
    this.origin.assertFromConsole(request);
    return { options: await this.signIns.passkeyOptions(request) };
  }

  @Post('sign-in/passkey')
  @Endpoint({
    name: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description: 'A passkey counts as password and second factor.',
    response: NextStep,
    access: 'public',
    errors: ['conflict', 'unauthorized', 'rate_limited'],
  })
  async signInWithPasskey(@Body() { passkey }: PasskeyBody, @Req() request: Request): Promise<NextStep> {
    this.origin.assertFromConsole(request);
    const personId = await this.signIns.checkPasskey(passkeyOf(passkey), request);
    return nextStep(await this.sessions.start(personId, 'passkey', request));
  }

  @Get('second-factor')
  @Person({
    ...WAITING,
    name: 'getWaitingFactors',
    summary: 'The second factors with which a sign-in can continue',
    description: 'For a session that has given the password alone.',
    response: WaitingFactors,
  })
  async getWaitingFactors(@CurrentSession() { personId }: SessionRecord): Promise<WaitingFactors> {
    const { factors, recoveryCodesLeft } = await this.factors.list(personId);
    return { kinds: [...new Set(factors.map(({ kind }) => kind))], has_recovery_codes: recoveryCodesLeft > 0 };
  }

  @Post('second-factor')
  @Person({
    ...WAITING,
    name: 'giveSecondFactor',
    summary: 'Continue a sign-in by a second factor',
    description: 'Exactly one of the fields. A session takes five codes and lives ten minutes.',
    response: NextStep,
    errors: ['conflict'],
  })
  async checkSecondFactor(
    @CurrentSession() { personId, id }: SessionRecord,
    @Body() body: SecondFactorBody,
    @Req() request: Request,
  ): Promise<NextStep> {
    const given = givenProof(body);
    await this.sessions.countCode(id);
    await this.signIns.checkFactor(personId, id, given, request);
    await this.sessions.complete(personId, id, request);
    return { next: 'done' };
  }

  @Post('sign-out')
  @Person({
    ...ANY,
    name: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session and removes its cookie.',
    status: 204,
  })
  async signOut(@CurrentSession() session: SessionRecord, @Req() request: Request): Promise<void> {
    await this.sessions.signOut(session.personId, session.id, request);
  }

  @Post('proof')
  @Person({
    stages: ['enrol', 'full'],
    name: 'proveSession',
    summary: 'Prove who you are',
    description:
      'With exactly one of the fields. Routes that need a proof are open for ten minutes. The session gets a new cookie.',
    status: 204,
    errors: ['conflict'],
  })
  async prove(
    @CurrentSession() session: SessionRecord,
    @Body() body: ProofBody,
    @Req() request: Request,
  ): Promise<void> {
    await this.signIns.prove(session.personId, session.id, givenProof(body), request);
    await this.sessions.prove(session.id, request);
  }

  @Post('tokens')
  @Endpoint({
    name: 'getTokenPurpose',
    summary: 'What a link is for',
    description: 'The link stays valid. `link_used` if it was used, or a newer one has replaced it.',
    response: TokenShown,
    access: 'public',
    errors: ['not_found', 'link_used', 'rate_limited'],
  })
  async createToken(@Body() { token }: TokenBody, @Req() request: Request): Promise<TokenShown> {
    await this.takeLink(token, request);
    const { kind, email, accountId, personId, role, expiresAt } = await this.links.find(token);
    const person = personId === null ? null : await this.persons.find(personId);
    return {
      kind,
      email: email ?? person?.email ?? null,
      account_name: accountId === null ? null : (await this.accounts.find(accountId)).name,
      role,
      expires_at: wireTime(expiresAt),
    };
  }

  @Post('setup')
  @Endpoint({
    name: 'setUp',
    summary: 'Set up the installation',
    description:
      'Makes a person, who is an operator. The first one becomes owner of the account of the first start, others of a new one. The link is used once.',
    response: NextStep,
    access: 'public',
    errors: ['not_found', 'conflict', 'link_used', 'rate_limited'],
  })
  async setUp(@Body() { account_name: accountName, ...body }: SetupBody, @Req() request: Request): Promise<NextStep> {
    await this.takeLink(body.token, request);
    const personId = await this.persons.setUp({ ...body, accountName });
    return nextStep(await this.sessions.start(personId, 'password', request));
  }

  @Post('join')
  @Endpoint({
    name: 'joinAccount',
    summary: 'Accept an invitation',
    description: 'A person who exists gives the existing password. The link is used once.',
    response: NextStep,
    access: 'public',
    errors: ['not_found', 'unauthorized', 'conflict', 'link_used', 'rate_limited'],
  })
  async join(@Body() body: JoinBody, @Req() request: Request): Promise<NextStep> {
    await this.takeLink(body.token, request);
    const check = (email: string, password: string): Promise<number> => this.signIns.check(email, password, request);
    const personId = await this.persons.join(body, clientAddress(request), check);
    return nextStep(await this.sessions.start(personId, 'password', request));
  }

  @Get('reset')
  @Endpoint({
    name: 'getReset',
    summary: 'How a new password is requested',
    description: 'Without a mail server only an operator makes links.',
    response: ResetShown,
    access: 'public',
  })
  getReset(): ResetShown {
    return { by_mail: this.resets.areMailed };
  }

  @Post('reset')
  @Endpoint({
    name: 'requestReset',
    summary: 'Request a new password',
    description:
      'The response is the same for unknown addresses, and is sent before anything is looked up. An address gets at most five mails in an hour; links of earlier mails stay valid. `conflict` without a mail server.',
    status: 202,
    access: 'public',
    errors: ['conflict', 'rate_limited', 'service_unavailable'],
  })
  async requestReset(@Body() { email }: ResetBody, @Req() request: Request): Promise<void> {
    this.origin.assertFromConsole(request);
    await this.resets.accept(email, request);
  }

  @Post('reset/finish')
  @Endpoint({
    name: 'finishReset',
    summary: 'Choose a new password',
    description: 'Ends all sessions of the person. Second factors stay. The link is used once.',
    status: 204,
    access: 'public',
    errors: ['not_found', 'link_used', 'rate_limited'],
  })
  async finishReset(@Body() { token, password }: NewPasswordBody, @Req() request: Request): Promise<void> {
    await this.takeLink(token, request);
    await this.persons.finishReset(token, password);
  }

  /** Counts the use of a link from a page of the console. */
  private async takeLink(token: string, request: Request): Promise<void> {
    this.origin.assertFromConsole(request);
    await this.limit.takeLink(token, clientAddress(request));
  }
}
