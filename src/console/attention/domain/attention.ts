/** What needs a person's attention, and the state of the collection: the console's overview. */
import type { Selection } from '@libs/kernel';

/** All kinds, most urgent first. */
export const ATTENTION_KINDS = [
  'connection_revoked',
  'reply_failed',
  'webhook_failing',
  'unanswered',
  'source_refused',
  'link_frozen',
  'trial_ending',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const SEVERITIES = ['bad', 'warn'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `bad`: something does not work until a person acts. `warn`: something waits, or works in part. */
const SEVERITY: Readonly<Record<AttentionKind, Severity>> = {
  connection_revoked: 'bad',
  reply_failed: 'bad',
  webhook_failing: 'bad',
  unanswered: 'warn',
  source_refused: 'warn',
  link_frozen: 'warn',
  trial_ending: 'warn',
};

/** One row of the list: things of one kind, of one platform for the kinds that have one. */
export interface Trouble {
  readonly kind: AttentionKind;
  /** Null for kinds without a platform. */
  readonly sourceId: number | null;
  readonly count: number;
  /** Wire time of the oldest; null if it is unknown. */
  readonly since: string | null;
  /** Wire time of the end of the trial; null for other kinds. */
  readonly until: string | null;
  /** At most five, ascending; those with most for `unanswered`. */
  readonly objectIds: readonly number[];
}

export interface AttentionItem extends Trouble {
  readonly severity: Severity;
  /** Path and query in the console, relative to the address of the account. */
  readonly path: string;
}

/** A trial is shown when it ends within this time. */
export const TRIAL_NOTICE_MS = 7 * 86_400_000;

/** The rows with severity and path, most urgent first; rows of one kind by count. */
export function attentionList(troubles: readonly Trouble[]): readonly AttentionItem[] {
  return troubles
    .filter(({ count }) => count > 0)
    .map((trouble) => ({ ...trouble, severity: SEVERITY[trouble.kind], path: pathOf(trouble) }))
    .sort((a, b) => rank(a) - rank(b) || b.count - a.count || (a.sourceId ?? 0) - (b.sourceId ?? 0));
}

const rank = ({ kind }: Trouble): number => ATTENTION_KINDS.indexOf(kind);

interface Paths {
  readonly several: string;
  /** Where a single object leads; the same if there is none. */
  readonly one?: (objectId: number) => string;
}

const UNANSWERED = '/reviews?has_reply=false&max_rating=2.99';
const NOT_PUBLISHED = '/reviews?reply_status=failed';

const PATHS: Readonly<Record<AttentionKind, Paths>> = {
  unanswered: { several: UNANSWERED, one: (id) => `${UNANSWERED}&object_id=${id}` },
  reply_failed: { several: NOT_PUBLISHED, one: (id) => `${NOT_PUBLISHED}&object_id=${id}` },
  connection_revoked: { several: '/connections', one: (id) => `/objects/${id}/connections` },
  webhook_failing: { several: '/webhooks' },
  source_refused: { several: '/objects?problem=failed', one: (id) => `/objects/${id}/links` },
  link_frozen: { several: '/objects?problem=frozen', one: (id) => `/objects/${id}/links` },
  trial_ending: { several: '/settings/usage' },
};

/** One object leads to that object, several to the list. */
function pathOf({ kind, objectIds }: Trouble): string {
  const { several, one } = PATHS[kind];
  const [first, second] = objectIds;
  return one === undefined || first === undefined || second !== undefined ? several : one(first);
}

const SCOPE = /^(object|folder):([1-9]\d{0,15})$/;

/** Reads `object:17` and `folder:3`; nothing and an empty text are the account. Null if the text is neither. */
export function selectionOfScope(scope: string | undefined): Selection | null {
  if (scope === undefined || scope === '') return { kind: 'account' };
  const [, kind, id] = SCOPE.exec(scope) ?? [];
  if (!Number.isSafeInteger(Number(id))) return null;
  return kind === 'object' ? { kind, objectId: Number(id) } : { kind: 'folder', folderId: Number(id) };
}
