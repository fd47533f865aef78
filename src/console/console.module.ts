import { Global, Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { AccessModule, SessionAccess } from '@src/auth';
import { ConnectionsModule } from '@src/connections';
import { AttentionController } from './http/attention.controller';
import { FactorsController } from './http/factors.controller';
import { MeController } from './http/me.controller';
import { MemberGuard } from './http/member.guard';
import { PersonGuard } from './http/person.guard';
import { SignInController } from './http/sign-in.controller';
import { AccountAccessController } from './operator/account-access.controller';
import { AttentionModule } from './attention/attention.module';
import { LiveModule } from './live/live.module';
import { PeopleModule } from './people.module';
import { InboxModule } from './inbox.module';
import { ChallengeStore } from './factors/challenge.store';
import { FactorsService } from './factors/factors.service';
import { Passkeys } from './factors/passkeys.service';
import { SecondFactors } from './factors/second-factors.service';
import { PersonsModule } from './persons.module';
import { OAuthCallbackController } from './oauth/oauth-callback.controller';
import { AfterAnswer } from './sessions/after-answer';
import { BrowserOrigin } from './sessions/browser-origin';
import { FailureNotices } from './sessions/failure-notices';
import { KnownBrowsers } from './sessions/known-browsers';
import { ConsoleSessionAccess } from './sessions/session-access.adapter';
import { ResetRequests } from './sessions/reset-requests.service';
import { SessionsService } from './sessions/sessions.service';
import { SignInLimit } from './sessions/sign-in-limit';
import { SignInTrail } from './sessions/sign-in-trail';
import { SignInService } from './sessions/sign-in.service';

/**
 * The API of the console and the sessions of persons. Global, so that the access guard can inject `SessionAccess`, and modules with
 * routes of the console what `Person` and `Member` need.
 */
@Global()
@Module({
  imports: [
    AccessModule,
    AttentionModule,
    AuditModule,
    ConnectionsModule,
    LiveModule,
    PeopleModule,
    InboxModule,
    PersonsModule,
  ],
  controllers: [
    AttentionController,
    SignInController,
    MeController,
    FactorsController,
    OAuthCallbackController,
    AccountAccessController,
  ],
  providers: [
    AfterAnswer,
    BrowserOrigin,
    ChallengeStore,
    ConsoleSessionAccess,
    FactorsService,
    FailureNotices,
    KnownBrowsers,
    MemberGuard,
    Passkeys,
    PersonGuard,
    ResetRequests,
    SecondFactors,
    SessionsService,
    SignInLimit,
    SignInService,
    SignInTrail,
    { provide: SessionAccess, useExisting: ConsoleSessionAccess },
  ],
  exports: [AccessModule, BrowserOrigin, ConsoleSessionAccess, SessionAccess, SignInLimit],
})
export class ConsoleModule {}
