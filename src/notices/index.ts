/**
 * Notices to accounts, and all mail that the service sends (contract §6.5).
 */
export { MailingService } from './mailing.service';
export { NoticesModule } from './notices.module';
export { NoticesService } from './notices.service';
export type { NewNotice, Notice } from './persistence/notice.store';
export { NOTICES_ENTITIES } from './persistence/entities';
