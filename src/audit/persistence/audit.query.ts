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

/** What is undefined does not narrow. */
export interface AuditFilter {
  readonly accountId?: number | undefined;
  readonly action?: AuditAction | undefined;
  /** An instant as UTC text; entries of that moment and later ones. */
  readonly since?: string | undefined;
}

const COLUMNS = `id, at, (extract(epoch from at) * 1000000)::bigint as micros, account_id as "accountId", actor,
  actor_account_id as "actorAccountId", key_id as "keyId", address, action, target_type as "targetType",
  target_id as "targetId", before, after`;

/** Reads the trail, for whoever runs the service. */
@Injectable()
export class AuditQuery {
  constructor(private readonly database: Database) {}

  /** At most `limit` entries, newest first, behind `after`; null: from the newest. */
  async page(
    { accountId, action, since }: AuditFilter,
    after: AuditPosition | null,
    limit: number,
  ): Promise<AuditEntry[]> {
    const values: unknown[] = [];
    const value = (of: unknown): string => `$${values.push(of)}`;
    // Only what is asked stands in the text: each combination is read by an index of its own.
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
