/** What was done: the request log and the audit trail of an account. */
export { RecordsModule } from './records.module';
