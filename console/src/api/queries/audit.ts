import { queryOptions } from '@tanstack/react-query';
import { accountRequest, type PageOf, type Schemas } from '../client';

export type AuditEntry = Schemas['AuditShown'];
export type AuditPage = PageOf<AuditEntry>;

/** Filters under the names of the API. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** UTC text. */
  readonly since?: string | undefined;
}

const readAudit = (accountId: number, filter: AuditFilter, limit: number, offset: number): Promise<AuditPage> => {
  const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) parameters.set(name, String(value));
  return accountRequest(accountId, 'GET', `audit?${parameters.toString()}`);
};

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
