/**
 * Notices to accounts, and all mail that the service sends (contract §6.5).
 */
export { NOTICE_KINDS, type NoticeChannels, type NoticeKind, type NoticePreferences } from './domain/kinds';
export { MailingService } from './mailing.service';
export { NoticeInbox, type NoticeMember } from './notice-inbox.service';
export { NoticeReaders, type NoticeReader } from './notice-readers.port';
export { NoticesModule } from './notices.module';
export { NoticesService } from './notices.service';
export type { InboxNotice } from './persistence/inbox.query';
export { OVERDUE_MAIL, purgeMail } from './persistence/mail.store';
export type { NewNotice, Notice } from './persistence/notice.store';
export { NOTICES_ENTITIES } from './persistence/entities';
