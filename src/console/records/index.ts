/** What was done: the request log and the audit trail of an account. */
export { OVERDUE_REQUESTS, purgeRequests } from './persistence/request-log.store';
export { RecordsModule } from './records.module';
