import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { AuditAction, AuditTarget } from '../domain/actions';
import type { AuditPosition } from '../domain/audit-cursor';
import type { Facts } from '../domain/facts';

export interface AuditEntry extends AuditPosition {
  readonly at: Date;
  readonly accountId: number | null;
  readonly actor: 'key' | 'person' | 'cli' | 'service';
  readonly actorAccountId: number | null;
  readonly keyId: number | null;
  readonly personId: number | null;
  readonly address: string | null;
  readonly action: AuditAction;
  readonly targetType: AuditTarget['type'];
  readonly targetId: number | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/** Filters of the list; an undefined field does not filter. */
export interface AuditFilter {
  readonly accountId?: number | undefined;
  readonly action?: AuditAction | undefined;
  /** Only entries at this instant or later; UTC text. */
  readonly since?: string | undefined;
}

/** The select list of an `AuditEntry`. */
export const AUDIT_COLUMNS = `id, at, (extract(epoch from at) * 1000000)::bigint as micros, account_id as "accountId", actor,
  actor_account_id as "actorAccountId", key_id as "keyId", person_id as "personId", address, action, target_type as "targetType",
  target_id as "targetId", before, after`;

/** Reads the trail, for the operator. */
@Injectable()
export class AuditQuery {
  constructor(private readonly database: Database) {}

  /** At most `limit` entries, newest first, that follow the position `after`; null: from the newest entry. */
  async page(
    { accountId, action, since }: AuditFilter,
    after: AuditPosition | null,
    limit: number,
  ): Promise<AuditEntry[]> {
    const values: unknown[] = [];
    const value = (parameter: unknown): string => `$${values.push(parameter)}`;
    const filtered = [
      ...(accountId === undefined ? [] : [{ column: 'account_id', value: `${value(accountId)}::bigint` }]),
      ...(action === undefined ? [] : [{ column: 'action', value: `${value(action)}::text` }]),
    ];
    const first = since === undefined ? `'-infinity'` : `${value(since)}::timestamp at time zone 'UTC'`;
    const before =
      after === null
        ? [`'infinity'`, '0']
        : [
            `'epoch'::timestamptz + ${value(after.micros)}::float8 * interval '1 microsecond'`,
            `${value(after.id)}::bigint`,
          ];
    const columns = [...filtered.map(({ column }) => column), 'at'];
    const row = (...position: readonly string[]): string =>
      `(${[...filtered.map((one) => one.value), ...position].join(', ')})`;
    // Compares rows, because only the index of the filtered columns has their order. With equalities, the planner may choose the index of
    // the action and read all its entries for a few of one account, if the statistics do not contain the action.
    return this.database.queryInIndexOrder<AuditEntry>(
      `select ${AUDIT_COLUMNS} from audit_entry
       where (${columns.join(', ')}) >= ${row(first)} and (${columns.join(', ')}, id) < ${row(...before)}
       order by ${columns.map((column) => `${column} desc`).join(', ')}, id desc limit ${value(limit)}`,
      values,
    );
  }
}
