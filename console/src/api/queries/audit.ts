import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { operations } from '../schema.gen';

export type AuditEntry = Schemas['AuditShown'];

type AuditQuery = NonNullable<operations['listAccountAudit']['parameters']['query']>;

/** Filters under the names of the API; `since` is UTC without a zone. The API refuses an action of the address that it does not know. */
export type AuditFilter = Omit<AuditQuery, 'action'> & { readonly action?: string };

const readAudit = (accountId: number, filter: AuditFilter, limit: number, offset: number) =>
  call(accountId, 'GET', '/console/api/audit', { query: { ...(filter as AuditQuery), limit, offset } });

export const AUDIT_A_PAGE = 50;

export const auditQuery = (accountId: number, filter: AuditFilter, offset: number) =>
  queryOptions({
    queryKey: ['account', accountId, 'audit', filter, offset],
    queryFn: () => readAudit(accountId, filter, AUDIT_A_PAGE, offset),
    staleTime: 5_000,
  });

const EXPORT_PAGE = 1_000;
/** The most entries of an export. */
export const EXPORT_MOST = 10_000;

/** All entries that match, newest first, at most `EXPORT_MOST`. */
export async function allAudit(accountId: number, filter: AuditFilter): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const { data, total } = await readAudit(accountId, filter, EXPORT_PAGE, entries.length);
    entries.push(...data);
    if (data.length === 0 || entries.length >= Math.min(total, EXPORT_MOST)) return entries;
  }
}
