import type { Config } from '@libs/config';
import type { Database } from '@libs/database';
import type { Wakeups } from '@libs/queue';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { AccountsService, type KeysService } from '@src/auth';
import { AccessNotifications } from '@src/auth/persistence/access-notifications';
import { AccountStore } from '@src/auth/persistence/account.store';
import { MailingService, NoticesService } from '@src/notices';
import { MailStore } from '@src/notices/persistence/mail.store';
import { NoticePreferenceStore } from '@src/notices/persistence/notice-preference.store';
import { NoticeStore } from '@src/notices/persistence/notice.store';

/** Accounts that are only read, so no service of keys is needed. */
export function accountsOn(database: Database, config: Config): AccountsService {
  const store = new AccountStore(database, new AccessNotifications(database));
  return new AccountsService(database, store, {} as KeysService, new AuditTrail(new AuditStore(database)), config);
}

/** Notices without members as recipients, for harnesses that build their services by hand. */
export function noticesOn(
  database: Database,
  accounts: AccountsService,
  config: Config,
  wakeups: Wakeups,
): NoticesService {
  const mailing = new MailingService(database, new MailStore(database), wakeups, config);
  const preferences = new NoticePreferenceStore(database);
  return new NoticesService(accounts, new NoticeStore(database), preferences, mailing, config);
}
