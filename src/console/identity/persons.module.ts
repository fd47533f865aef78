import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { AccountAccess } from './account-access.service';
import { LinksOfConsole } from './links-of-console.service';
import { PasswordHasher } from './password-hasher';
import { ConsoleTokenStore } from './persistence/console-token.store';
import { FactorStore } from './persistence/factor.store';
import { MemberStore } from './persistence/member.store';
import { PersonStore } from './persistence/person.store';
import { SessionStore } from './persistence/session.store';
import { PersonTrail } from './person-trail.service';
import { PersonsService } from './persons.service';
import { Seeds } from './seeds.service';

const PROVIDERS = [
  AccountAccess,
  ConsoleTokenStore,
  FactorStore,
  LinksOfConsole,
  MemberStore,
  PasswordHasher,
  PersonStore,
  PersonTrail,
  PersonsService,
  Seeds,
  SessionStore,
];

/** Persons, their memberships and their links, for every process. */
@Module({
  imports: [AuditModule, NoticesModule],
  providers: PROVIDERS,
  exports: [NoticesModule, ...PROVIDERS],
})
export class PersonsModule {}
