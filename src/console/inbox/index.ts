/** What waits for a person and what they work with: the overview, notices, views, templates, photos and the export of reviews. */
export { InboxModule } from './inbox.module';
