/** What happens at this moment: the stream of changes in an account, and who is writing a reply. */
export { LiveModule } from './live.module';
export { LiveStreams } from './live-streams.service';
export { ConsoleWatchEntity } from './persistence/console-watch.entity';
export { LiveChanges } from './persistence/live-changes.store';
export { ReplyWritingEntity } from './persistence/reply-writing.entity';
