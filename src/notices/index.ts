/**
 * What the service tells accounts by itself, and all mail it sends (contract §6.5). Others tell; how it reaches anybody
 * is decided here.
 */
export { MailingService } from './mailing.service';
export { NoticesModule } from './notices.module';
export { NoticesService } from './notices.service';
export type { NewNotice, Notice } from './persistence/notice.store';
export { NOTICES_ENTITIES } from './persistence/entities';
