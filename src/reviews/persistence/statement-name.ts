import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * The name of a prepared statement: one text, one name. Texts are made of a bounded number of parts and hold no values,
 * so the number of names is bounded too.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `feed_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
