import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Endpoint, NO_VERSION } from '@libs/http';
import { wireTime } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import type { Request, Response } from 'express';
import { LinksOfConsole } from '../persons/links.service';
import { PersonsService } from '../persons/persons.service';
import { BrowserOrigin } from '../sessions/browser-origin';
import { SessionsService } from '../sessions/sessions.service';
import type { SessionRecord } from '../sessions/session.store';
import { SignInService } from '../sessions/sign-in.service';
import { CurrentSession, Person } from './person.guard';
import {
  JoinBody,
  NewPasswordBody,
  NextStep,
  ProofBody,
  ResetBody,
  SetupBody,
  SignInBody,
  TokenBody,
  TokenShown,
} from './sign-in.dto';

const DONE: NextStep = { next: 'done' };

/** Sign-in, proofs, and the links of persons. Every request comes from a page of the console, also before a session exists. */
@ApiExcludeController()
@Controller({ path: 'console/api', version: NO_VERSION })
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly persons: PersonsService,
    private readonly links: LinksOfConsole,
    private readonly accounts: AccountsService,
    private readonly origin: BrowserOrigin,
  ) {}

  @Post('sign-in')
  @Endpoint({ summary: 'Sign in', response: NextStep, access: 'public' })
  async signIn(
    @Body() { email, password }: SignInBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NextStep> {
    this.origin.assertFromConsole(request);
    await this.sessions.start(await this.signIns.check(email, password, request), request, response);
    return DONE;
  }

  @Post('sign-out')
  @Person()
  @Endpoint({ summary: 'Sign out', status: 204, access: 'public' })
  async signOut(
    @CurrentSession() session: SessionRecord,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.signOut(session.personId, session.id, request, response);
  }

  @Post('proof')
  @Person()
  @Endpoint({ summary: 'Prove who you are', status: 204, access: 'public' })
  async prove(
    @CurrentSession() session: SessionRecord,
    @Body() { password }: ProofBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.signIns.prove(session.personId, session.id, password);
    await this.sessions.prove(session.id, request, response);
  }

  @Post('tokens')
  @Endpoint({ summary: 'What a link is for', response: TokenShown, access: 'public' })
  async token(@Body() { token }: TokenBody, @Req() request: Request): Promise<TokenShown> {
    this.origin.assertFromConsole(request);
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
  @Endpoint({ summary: 'Set up the installation', response: NextStep, access: 'public' })
  async setUp(
    @Body() { account_name: accountName, ...body }: SetupBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NextStep> {
    this.origin.assertFromConsole(request);
    await this.sessions.start(await this.persons.setUp({ ...body, accountName }), request, response);
    return DONE;
  }

  @Post('join')
  @Endpoint({ summary: 'Accept an invitation', response: NextStep, access: 'public' })
  async join(
    @Body() body: JoinBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NextStep> {
    this.origin.assertFromConsole(request);
    await this.sessions.start(await this.persons.join(body), request, response);
    return DONE;
  }

  @Post('reset')
  @Endpoint({ summary: 'Request a new password', status: 202, access: 'public' })
  async requestReset(@Body() { email }: ResetBody, @Req() request: Request): Promise<void> {
    this.origin.assertFromConsole(request);
    await this.persons.requestReset(email, this.origin.of(request));
  }

  @Post('reset/finish')
  @Endpoint({ summary: 'Choose a new password', status: 204, access: 'public' })
  async finishReset(@Body() { token, password }: NewPasswordBody, @Req() request: Request): Promise<void> {
    this.origin.assertFromConsole(request);
    await this.persons.finishReset(token, password);
  }
}
