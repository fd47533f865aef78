/** The review feed (filtered, ordered, in pages) and the single review (contract §4.4). */
export { FeedModule } from './feed.module';
