/** Keeping a client's copy of reviews equal to ours (contract §4.4.1). */
export { SyncModule } from './sync.module';
