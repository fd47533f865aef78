import { overdueRows, type DataCheck } from '@libs/database';

export const OVERDUE_ACCOUNTS: readonly DataCheck[] = [
  overdueRows({ rows: 'closed accounts', table: 'account', key: 'id', since: 'closed_at', days: 30 }),
];
