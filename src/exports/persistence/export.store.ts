import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { lockAccount } from '@src/auth';
import type { ExportFormat, ExportRequest, ReviewExport } from '../domain/export';

/** The exports of an account that are kept. */
export interface ExportUse {
  readonly unfinished: number;
  readonly kept: number;
}

/** A part of a file. */
export interface ExportChunk {
  readonly startsAt: number;
  readonly content: Buffer;
}

const COLUMNS = `id, format, state, error, total, row_count as "rowCount", byte_count as "byteCount", created_at as "createdAt",
  ended_at as "endedAt", expires_at as "expiresAt"`;
const OWN = `account_id = $1 and state <> 'deleted' and expires_at > statement_timestamp()`;

/** The tables `review_export` and `review_export_chunk` as clients see them. Every method is limited to the account. */
@Injectable()
export class ExportStore {
  constructor(private readonly database: Database) {}

  /** Counts the account's exports, and locks the account, so that no other export is added until the transaction ends. */
  async use(accountId: number): Promise<ExportUse> {
    await lockAccount(this.database, accountId);
    const [use] = await this.database.query<ExportUse>(
      `select count(*) as kept, count(*) filter (where due_at is not null) as unfinished from review_export where ${OWN}`,
      [accountId],
    );
    return use ?? { unfinished: 0, kept: 0 };
  }

  async insert(accountId: number, format: ExportFormat, request: ExportRequest): Promise<ReviewExport> {
    const [row] = await this.database.query<ReviewExport>(
      `insert into review_export (account_id, format, request) values ($1, $2, $3) returning ${COLUMNS}`,
      [accountId, format, JSON.stringify(request)],
    );
    return row as ReviewExport;
  }

  /** Newest first. */
  async list(accountId: number): Promise<readonly ReviewExport[]> {
    return this.database.query<ReviewExport>(`select ${COLUMNS} from review_export where ${OWN} order by id desc`, [
      accountId,
    ]);
  }

  /** Null if the account has no such export, or it was deleted or has expired. */
  async find(accountId: number, id: number): Promise<ReviewExport | null> {
    const sql = `select ${COLUMNS} from review_export where ${OWN} and id = $2`;
    return (await this.database.query<ReviewExport>(sql, [accountId, id]))[0] ?? null;
  }

  /** The part of a file that has this byte; null if the file has been removed. */
  async chunkAt(accountId: number, id: number, place: number): Promise<ExportChunk | null> {
    const [chunk] = await this.database.query<ExportChunk>(
      `select c.starts_at as "startsAt", c.content from review_export_chunk c
       where c.account_id = $1 and c.export_id = $2 and c.starts_at <= $3
         and exists (select from review_export where ${OWN} and id = $2)
       order by c.starts_at desc limit 1`,
      [accountId, id, place],
    );
    return chunk ?? null;
  }

  /** Removes the export for clients, and takes it from its worker; `ExportPurgeStore` removes its bytes. False if there is none. */
  async remove(accountId: number, id: number): Promise<boolean> {
    const removed = await this.database.execute(
      `update review_export set state = 'deleted', due_at = null, lease_token = null, expires_at = clock_timestamp()
       where ${OWN} and id = $2`,
      [accountId, id],
    );
    return removed === 1;
  }
}
