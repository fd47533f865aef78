import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { PasswordHasher } from './passwords/password-hasher';
import { ConsoleTokenStore } from './persons/console-token.store';
import { LinksOfConsole } from './persons/links.service';
import { PersonStore } from './persons/person.store';
import { PersonsService } from './persons/persons.service';
import { SessionStore } from './sessions/session.store';

/** Persons and their links, for every process. */
@Module({
  imports: [AuditModule, NoticesModule],
  providers: [ConsoleTokenStore, LinksOfConsole, PasswordHasher, PersonStore, PersonsService, SessionStore],
  exports: [LinksOfConsole, PasswordHasher, PersonStore, PersonsService, SessionStore],
})
export class PersonsModule {}
