import { Global, Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { AccessModule, SessionAccess } from '@src/auth';
import { ConnectionsModule } from '@src/connections';
import { AfterAnswer } from './after-answer';
import { BrowserOrigin } from './browser-origin';
import { ConsoleSessionAccess } from './console-session-access.adapter';
import { FactorsService } from './factors.service';
import { AccountAccessController } from './http/account-access.controller';
import { FactorsController } from './http/factors.controller';
import { MeController } from './http/me.controller';
import { MembersController } from './http/members.controller';
import { OAuthCallbackController } from './http/oauth-callback.controller';
import { SignInController } from './http/sign-in.controller';
import { InvitationsService } from './invitations.service';
import { MembersService } from './members.service';
import { NoticeReadersModule } from './notice-readers.module';
import { Passkeys } from './passkeys.service';
import { SignInLimit } from './persistence/sign-in-limit.store';
import { PersonsModule } from './persons.module';
import { ResetRequests } from './reset-requests.service';
import { SessionsService } from './sessions.service';
import { SignInService } from './sign-in.service';
import { SignInTrail } from './sign-in-trail';

/**
 * The sessions of persons, and the members of accounts. Global, so that the access guard can inject `SessionAccess`, and modules with
 * routes of the console what `Person` and `Member` need.
 */
@Global()
@Module({
  imports: [AccessModule, AuditModule, ConnectionsModule, NoticeReadersModule, PersonsModule],
  controllers: [
    SignInController,
    MeController,
    FactorsController,
    OAuthCallbackController,
    AccountAccessController,
    MembersController,
  ],
  providers: [
    AfterAnswer,
    BrowserOrigin,
    ConsoleSessionAccess,
    FactorsService,
    InvitationsService,
    MembersService,
    Passkeys,
    ResetRequests,
    SessionsService,
    SignInLimit,
    SignInService,
    SignInTrail,
    { provide: SessionAccess, useExisting: ConsoleSessionAccess },
  ],
  exports: [AccessModule, BrowserOrigin, ConsoleSessionAccess, SessionAccess, SignInLimit],
})
export class IdentityModule {}
