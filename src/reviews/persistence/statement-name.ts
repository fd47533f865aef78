import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * Returns the name of a prepared statement; equal texts have equal names. Texts consist of a bounded number of parts and contain
 * no values, so the number of names is bounded too.
 */
export function statementName(text: string): string {
  const cached = names.get(text);
  if (cached !== undefined) return cached;
  const name = `feed_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
