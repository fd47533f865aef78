import { createHash } from 'node:crypto';
import type { PreparedStatement } from '@libs/database';
import type { SqlValues } from './sql-values';

const names = new Map<string, string>();

/** A statement to prepare, with a name that is derived from its text: equal texts have equal names. */
export function namedStatement(text: string, values: SqlValues): PreparedStatement {
  return { name: nameOf(text), text, values: values.all };
}

/** Like `namedStatement`, for a statement that must read rows in the order of an index. */
export function namedInIndexOrder(text: string, values: SqlValues): PreparedStatement {
  return { ...namedStatement(text, values), inIndexOrder: true };
}

/** Texts consist of a bounded number of parts and contain no values, so the number of names is bounded too. */
function nameOf(text: string): string {
  const cached = names.get(text);
  if (cached !== undefined) return cached;
  const name = `feed_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
