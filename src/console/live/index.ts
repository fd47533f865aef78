/** What happens at this moment: the stream of changes in an account, and who is writing a reply. */
export { LiveModule } from './live.module';
export { LiveStreams } from './live-streams.service';
export { LiveChanges } from './persistence/live-changes.store';
