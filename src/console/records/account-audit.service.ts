import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@libs/kernel';
import { AccountAuditQuery, type AccountAuditFilter, type AuditEntry } from '@src/audit';
import { KeysService } from '@src/auth';
import { PersonStore } from '../identity';

/** The actor of an entry, as an owner sees it. */
export interface NamedActor {
  readonly kind: 'key' | 'person' | 'cli' | 'service' | 'operator';
  readonly id: number | null;
  readonly name: string | null;
}

export interface NamedEntry extends AuditEntry {
  readonly who: NamedActor;
  readonly targetName: string | null;
}

const OPERATOR: NamedActor = { kind: 'operator', id: null, name: null };

/** The audit trail of an account, with the names of persons and keys. Acts of the operator show neither a name nor an address. */
@Injectable()
export class AccountAudit {
  constructor(
    private readonly entries: AccountAuditQuery,
    private readonly keys: KeysService,
    private readonly persons: PersonStore,
  ) {}

  /** A page of the entries that match, newest first, and their total. */
  async page(
    accountId: number,
    filter: AccountAuditFilter,
    page: PageRequest,
  ): Promise<{ readonly entries: readonly NamedEntry[]; readonly total: number }> {
    const { entries, total } = await this.entries.page(accountId, filter, page);
    const personIds = entries.flatMap(({ personId, targetType, targetId }) => [
      ...(personId === null ? [] : [personId]),
      ...(targetType === 'person' && targetId !== null ? [targetId] : []),
    ]);
    const persons = await this.persons.names([...new Set(personIds)]);
    const hasKey = entries.some(({ keyId, targetType }) => keyId !== null || targetType === 'key');
    const keys = new Map(
      (hasKey ? await this.keys.list(accountId) : []).map(({ id, name, displayPrefix }) => [
        id,
        name === null ? displayPrefix : `${name} (${displayPrefix})`,
      ]),
    );
    return {
      total,
      entries: entries.map((entry) => {
        const isOperator = entry.actorAccountId !== null && entry.actorAccountId !== accountId;
        return {
          ...entry,
          address: isOperator ? null : entry.address,
          who: isOperator ? OPERATOR : actorOf(entry, persons, keys),
          targetName: targetNameOf(entry, persons, keys),
        };
      }),
    };
  }
}

type Names = ReadonlyMap<number, string>;

function actorOf({ actor, personId, keyId }: AuditEntry, persons: Names, keys: Names): NamedActor {
  if (personId !== null) return { kind: 'person', id: personId, name: persons.get(personId) ?? null };
  if (keyId !== null) return { kind: 'key', id: keyId, name: keys.get(keyId) ?? null };
  return { kind: actor, id: null, name: null };
}

function targetNameOf({ targetType, targetId }: AuditEntry, persons: Names, keys: Names): string | null {
  if (targetType === 'person') return persons.get(targetId ?? 0) ?? null;
  return targetType === 'key' ? (keys.get(targetId ?? 0) ?? null) : null;
}
