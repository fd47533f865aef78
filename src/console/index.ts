/** The web console: its pages, persons, their sessions and its endpoints. No other context imports it. */
export { ConsolePagesModule } from './console-pages.module';
export { ConsoleModule } from './console.module';
export {
  AccountAccess,
  NoticeReadersModule,
  OneTimeLinks,
  PersonsModule,
  PersonsService,
  PersonStore,
  ROLES,
  SEALED_SEEDS,
  Seeds,
  type Role,
} from './identity';
export { LiveChanges, LiveStreams } from './live';
export { OVERDUE_REQUESTS, purgeRequests } from './records';
export { CONSOLE_ENTITIES } from './persistence/entities';
