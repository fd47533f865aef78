import { isRecorded, spanned } from '@libs/traces';
import type { Statement } from './together';

/** Texts of statements without a name, and what spans call them. Texts are written in the code, so there are few. */
const summaries = new Map<string, string>();
const MAX_SUMMARIES = 2_000;
const MAX_LENGTH = 255;

/** A table that a statement reads or writes, and no function, such as `from unnest(…)`. */
const TABLE = /\b(?:into\s+|update\s+|from\s+(?![a-z_0-9]+\s*\())([a-z_][a-z_0-9]*)/i;

const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * Runs a round trip in a span, in traces that are recorded. Its attributes name the statements, and have neither their texts nor their
 * values.
 */
export function inStatementSpan<T>(statements: readonly Statement[], send: () => Promise<T>): Promise<T> {
  if (statements.length === 0 || !isRecorded()) return send();
  const name = statements.map(summaryOf).join('; ').slice(0, MAX_LENGTH);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.summary': name,
    'db.operation.batch.size': statements.length > 1 ? statements.length : undefined,
  };
  return spanned({ name, kind: 'client', attributes }, (span) =>
    send().catch((error: unknown) => {
      const state = (error as { readonly code?: unknown } | null)?.code;
      if (typeof state === 'string' && SQL_STATE.test(state)) span.set({ 'db.response.status_code': state });
      throw error;
    }),
  );
}

/** The name of the statement, or else its first operation and the first table that it names: `SELECT review_view`. */
export function summaryOf({ name, text }: Pick<Statement, 'name' | 'text'>): string {
  if (name !== undefined) return name;
  let summary = summaries.get(text);
  if (summary === undefined) {
    const [, operation = 'SQL'] = /\b(select|insert|update|delete|start transaction|commit)\b/i.exec(text) ?? [];
    const [, target] = TABLE.exec(text) ?? [];
    summary = [operation.toUpperCase(), target].filter((part) => part !== undefined).join(' ');
    if (summaries.size < MAX_SUMMARIES) summaries.set(text, summary);
  }
  return summary;
}
