import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { PasswordHasher } from './passwords/password-hasher';
import { AccountAccess } from './operator/account-access.service';
import { FactorStore } from './factors/factor.store';
import { RecoveryCodeStore } from './factors/recovery-code.store';
import { Seeds } from './factors/seeds.service';
import { ConsoleTokenStore } from './persons/console-token.store';
import { LinksOfConsole } from './persons/links.service';
import { PersonTrail } from './persons/person-trail.service';
import { PersonStore } from './persons/person.store';
import { PersonsService } from './persons/persons.service';
import { SessionStore } from './sessions/session.store';

/** Persons and their links, for every process. */
@Module({
  imports: [AuditModule, NoticesModule],
  providers: [
    AccountAccess,
    ConsoleTokenStore,
    FactorStore,
    LinksOfConsole,
    PasswordHasher,
    PersonStore,
    PersonTrail,
    PersonsService,
    RecoveryCodeStore,
    Seeds,
    SessionStore,
  ],
  exports: [
    AccountAccess,
    FactorStore,
    LinksOfConsole,
    NoticesModule,
    PasswordHasher,
    PersonStore,
    PersonTrail,
    PersonsService,
    RecoveryCodeStore,
    Seeds,
    SessionStore,
  ],
})
export class PersonsModule {}
