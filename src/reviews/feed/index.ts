/** Reading reviews by filters, in an order, page by page; and the single review (contract §4.4). */
export { FeedModule } from './feed.module';
