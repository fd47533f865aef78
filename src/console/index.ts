/** The web console: its pages, persons, their sessions and its endpoints. No other context imports it. */
export { ConsoleModule } from './console.module';
export { ConsolePagesModule } from './pages/pages.module';
export { LinksOfConsole } from './persons/links.service';
export { PersonStore } from './persons/person.store';
export { PersonsModule } from './persons.module';
export { CONSOLE_ENTITIES } from './persistence/entities';
