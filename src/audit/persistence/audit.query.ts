import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { AuditAction, AuditTarget } from '../domain/actions';
import type { AuditPosition } from '../domain/audit-cursor';
import type { Facts } from '../domain/facts';

export interface AuditEntry extends AuditPosition {
  readonly at: Date;
  readonly accountId: number | null;
  readonly actor: 'key' | 'cli' | 'service';
  readonly actorAccountId: number | null;
  readonly keyId: number | null;
  readonly address: string | null;
  readonly action: AuditAction;
  readonly targetType: AuditTarget['type'];
  readonly targetId: number | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/** An undefined field does not filter. */
export interface AuditFilter {
  readonly accountId?: number | undefined;
  readonly action?: AuditAction | undefined;
  /** An instant as UTC text; entries at this moment or later. */
  readonly since?: string | undefined;
}

const COLUMNS = `id, at, (extract(epoch from at) * 1000000)::bigint as micros, account_id as "accountId", actor,
  actor_account_id as "actorAccountId", key_id as "keyId", address, action, target_type as "targetType",
  target_id as "targetId", before, after`;

/** Reads the trail, for the operator. */
@Injectable()
export class AuditQuery {
  constructor(private readonly database: Database) {}

  /** At most `limit` entries, newest first, after the position `after`; null: from the newest. */
  async page(
    { accountId, action, since }: AuditFilter,
    after: AuditPosition | null,
    limit: number,
  ): Promise<AuditEntry[]> {
    const values: unknown[] = [];
    const value = (of: unknown): string => `$${values.push(of)}`;
    // The statement contains only the conditions that are set: each combination has an index of its own.
    const conditions = [
      ...(accountId === undefined ? [] : [`account_id = ${value(accountId)}`]),
      ...(action === undefined ? [] : [`action = ${value(action)}`]),
      ...(since === undefined ? [] : [`at >= ${value(since)}::timestamp at time zone 'UTC'`]),
      ...(after === null
        ? []
        : [
            `(at, id) < ('epoch'::timestamptz + ${value(after.micros)}::float8 * interval '1 microsecond', ${value(after.id)}::bigint)`,
          ]),
    ];
    const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
    return this.database.query<AuditEntry>(
      `select ${COLUMNS} from audit_entry ${where} order by at desc, id desc limit ${value(limit)}`,
      values,
    );
  }
}
