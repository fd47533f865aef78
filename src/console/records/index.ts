/** What was done: the request log and the audit trail of an account. */
export { RequestLogEntity } from './persistence/request-log.entity';
export { RequestLogLeftOutEntity } from './persistence/request-log-left-out.entity';
export { RecordsModule } from './records.module';
