import { Global, Module } from '@nestjs/common';
import { SessionAccess } from '@src/auth';
import { MeController } from './http/me.controller';
import { PersonGuard } from './http/person.guard';
import { SignInController } from './http/sign-in.controller';
import { AttentionModule } from './attention/attention.module';
import { PersonsModule } from './persons.module';
import { BrowserOrigin } from './sessions/browser-origin';
import { KnownBrowsers } from './sessions/known-browsers';
import { ConsoleSessionAccess } from './sessions/session-access.adapter';
import { SessionsService } from './sessions/sessions.service';
import { SignInLimit } from './sessions/sign-in-limit';
import { SignInService } from './sessions/sign-in.service';

/** The API of the console and the sessions of persons. Global, so that the access guard can inject `SessionAccess`. */
@Global()
@Module({
  imports: [AttentionModule, PersonsModule],
  controllers: [SignInController, MeController],
  providers: [
    BrowserOrigin,
    ConsoleSessionAccess,
    KnownBrowsers,
    PersonGuard,
    SessionsService,
    SignInLimit,
    SignInService,
    { provide: SessionAccess, useExisting: ConsoleSessionAccess },
  ],
  exports: [SessionAccess],
})
export class ConsoleModule {}
