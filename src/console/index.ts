/** The web console: its pages, persons, their sessions and its endpoints. No other context imports it. */
export { ConsoleModule } from './console.module';
export { ConsolePagesModule } from './pages/pages.module';
export { NoticeReadersModule } from './members/readers.module';
export { LiveChanges } from './live/live-changes.service';
export { LiveStreams } from './live/live-streams.service';
export { AccountAccess } from './operator/account-access.service';
export { ROLES, type Role } from './domain/roles';
export { LinksOfConsole } from './persons/links.service';
export { SEALED_SEEDS, Seeds } from './factors/seeds.service';
export { PersonsService } from './persons/persons.service';
export { PersonStore } from './persons/person.store';
export { PersonsModule } from './persons.module';
export { RequestsModule } from './requests/requests.module';
export { CONSOLE_ENTITIES } from './persistence/entities';
