import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { AccountAccess } from './account-access.service';
import { OneTimeLinks } from './one-time-links.service';
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
  MemberStore,
  OneTimeLinks,
  PasswordHasher,
  PersonStore,
  PersonTrail,
  PersonsService,
  Seeds,
  SessionStore,
];

/** Persons, their memberships and their one-time links, for every process. */
@Module({
  imports: [AuditModule, NoticesModule],
  providers: PROVIDERS,
  exports: [NoticesModule, ...PROVIDERS],
})
export class PersonsModule {}
