/** The change stream, by which a client keeps a copy of reviews up to date (contract §4.4.1). */
export { SyncModule } from './sync.module';
