import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { AuditAction } from '../domain/actions';
import { AUDIT_COLUMNS, type AuditEntry } from './audit.query';

/** Who acted, as an owner filters. `operator`: a person or key of another account, which is the operator's. */
export interface ActorFilter {
  readonly kind: 'key' | 'person' | 'cli' | 'service' | 'operator';
  /** Of a key or person; null: every key or person. Ignored for the other kinds. */
  readonly id: number | null;
}

/** Filters of the list. A field that is null does not filter; in `AuditFilter`, an undefined one. */
export interface AccountAuditFilter {
  readonly actor: ActorFilter | null;
  readonly action: AuditAction | null;
  /** Only entries at this instant or later; UTC text. */
  readonly since: string | null;
}

const ACTOR_IDS = { person: 'person_id', key: 'key_id' } as const;

/** Reads the trail of one account, for its owners. */
@Injectable()
export class AccountAuditQuery {
  constructor(private readonly database: Database) {}

  /** A page of the entries that match, newest first, and their total. */
  async page(
    accountId: number,
    { actor, action, since }: AccountAuditFilter,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const values: unknown[] = [accountId];
      const value = (parameter: unknown): string => `$${values.push(parameter)}`;
      const where = [
        'account_id = $1',
        ...(action === null ? [] : [`action = ${value(action)}`]),
        ...(since === null ? [] : [`at >= ${value(since)}::timestamp at time zone 'UTC'`]),
        ...(actor === null ? [] : actorConditions(actor, value)),
      ].join(' and ');
      const [count] = await this.database.query<{ total: number }>(
        `select count(*) as total from audit_entry where ${where}`,
        values,
      );
      const entries = await this.database.query<AuditEntry>(
        `select ${AUDIT_COLUMNS} from audit_entry where ${where}
         order by at desc, id desc limit ${value(limit)} offset ${value(offset)}`,
        values,
      );
      return { entries, total: count?.total ?? 0 };
    });
  }
}

function actorConditions({ kind, id }: ActorFilter, value: (parameter: unknown) => string): readonly string[] {
  if (kind === 'operator')
    return [`actor in ('key', 'person')`, 'actor_account_id is distinct from audit_entry.account_id'];
  if (kind !== 'key' && kind !== 'person') return [`actor = ${value(kind)}`];
  const own = [`actor = ${value(kind)}`, 'actor_account_id = audit_entry.account_id'];
  return id === null ? own : [...own, `${ACTOR_IDS[kind]} = ${value(id)}`];
}
