import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { SpaceUse } from '../domain/export-space';

/** How long the sum over all accounts is used. Writing a part takes a fraction of a second. */
const FRESH_MS = 2_000;

interface AllFiles {
  readonly total: number;
  readonly accounts: number;
}

/** The bytes that files of exports take. */
@Injectable()
export class ExportSpaceQuery {
  private all: { readonly files: AllFiles; readonly readAt: number } | null = null;

  constructor(private readonly database: Database) {}

  /** The use of the account now, and of all accounts within the last two seconds. */
  async of(accountId: number): Promise<SpaceUse> {
    const [row] = await this.database.query<{ own: number }>(
      `select coalesce(sum(byte_count), 0)::bigint as own from review_export
       where account_id = $1 and state in ('running', 'finished') and expires_at > statement_timestamp()`,
      [accountId],
    );
    const [own, { total, accounts }] = [row?.own ?? 0, await this.ofAll()];
    return { own, total: Math.max(total, own), accounts: own === 0 ? accounts + 1 : Math.max(accounts, 1) };
  }

  private async ofAll(): Promise<AllFiles> {
    const now = performance.now();
    if (this.all !== null && now - this.all.readAt < FRESH_MS) return this.all.files;
    const [files = { total: 0, accounts: 0 }] = await this.database.query<AllFiles>(
      `select coalesce(sum(byte_count), 0)::bigint as total, count(distinct account_id) as accounts from review_export
       where state in ('running', 'finished') and byte_count > 0 and expires_at > statement_timestamp()`,
    );
    this.all = { files, readAt: now };
    return files;
  }
}
