/** What needs a person's attention, and the state of the collection: the console's overview. */
import type { Selection } from '@libs/kernel';
import type { ScrapeErrorCode } from '@libs/sources';

/** All kinds, most urgent first. */
export const ATTENTION_KINDS = [
  'connection_revoked',
  'reply_failed',
  'webhook_failing',
  'links_failing',
  'unanswered',
  'trial_ending',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const SEVERITIES = ['bad', 'warn'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Who can act: a person of the account, the platform, or the operator of this installation. */
export const ACTORS = ['you', 'platform', 'us'] as const;
export type Actor = (typeof ACTORS)[number];

/** Who can end a failure of links, by its code. */
const FAILURES: Readonly<Record<ScrapeErrorCode, Actor>> = {
  page_not_found: 'you',
  credentials_missing: 'you',
  credentials_rejected: 'you',
  credentials_insufficient: 'you',
  blocked: 'platform',
  rate_limited: 'platform',
  timeout: 'platform',
  network: 'platform',
  parse_error: 'us',
  browser_unavailable: 'us',
  internal: 'us',
};

/** The operator must act on a code that this version does not have; a later version may have stored it. */
const actorOf = ({ kind, reason }: Trouble): Actor =>
  kind === 'links_failing' ? (FAILURES[reason as ScrapeErrorCode] ?? 'us') : 'you';

/** `bad`: something does not work until a person acts. `warn`: something waits, or works in part. */
const SEVERITY: Readonly<Record<Exclude<AttentionKind, 'links_failing'>, Severity>> = {
  connection_revoked: 'bad',
  reply_failed: 'bad',
  webhook_failing: 'bad',
  unanswered: 'warn',
  trial_ending: 'warn',
};
const severityOf = ({ kind }: Trouble, actor: Actor): Severity =>
  kind === 'links_failing' ? (actor === 'you' ? 'bad' : 'warn') : SEVERITY[kind];

/** One row of the list: things of one kind, of one platform or for one reason for the kinds that have them. */
export interface Trouble {
  readonly kind: AttentionKind;
  /** Null for kinds without a platform, and for failing links of several platforms. */
  readonly sourceId: number | null;
  /** The code of `scrape_error` of failing links; null for other kinds. */
  readonly reason: string | null;
  /** How many of the failing links are frozen. */
  readonly frozen: number;
  readonly count: number;
  /** Wire time of the oldest; null if it is unknown. */
  readonly since: string | null;
  /** Wire time of the end of the trial; null for other kinds. */
  readonly until: string | null;
  /** At most five, ascending; those with most for `unanswered`. */
  readonly objectIds: readonly number[];
}

export interface AttentionItem extends Trouble {
  readonly actor: Actor;
  readonly severity: Severity;
  /** Path and query in the console, relative to the address of the account. */
  readonly path: string;
}

/** A trial is shown when it ends within this time. */
export const TRIAL_NOTICE_MS = 7 * 86_400_000;

/** The rows with actor, severity and path, most urgent first: by severity, by kind, and rows of one kind by actor and count. */
export function attentionList(troubles: readonly Trouble[]): readonly AttentionItem[] {
  return troubles
    .filter(({ count }) => count > 0)
    .map((trouble) => {
      const actor = actorOf(trouble);
      return { ...trouble, actor, severity: severityOf(trouble, actor), path: pathOf(trouble) };
    })
    .sort((a, b) => rank(a) - rank(b) || b.count - a.count || (a.sourceId ?? 0) - (b.sourceId ?? 0));
}

const rank = ({ kind, severity, actor }: AttentionItem): number =>
  (SEVERITIES.indexOf(severity) * ATTENTION_KINDS.length + ATTENTION_KINDS.indexOf(kind)) * ACTORS.length +
  ACTORS.indexOf(actor);

interface Paths {
  readonly several: string;
  /** Where a single object leads; the same if there is none. */
  readonly one?: (objectId: number) => string;
}

/** Hidden reviews are counted, so they are listed. */
const UNANSWERED = '/reviews?has_reply=false&max_rating=2.99&show_hidden=true';
const NOT_PUBLISHED = '/reviews?reply_status=failed';

const PATHS: Readonly<Record<AttentionKind, Paths>> = {
  unanswered: { several: UNANSWERED, one: (id) => `${UNANSWERED}&object_id=${id}` },
  reply_failed: { several: NOT_PUBLISHED, one: (id) => `${NOT_PUBLISHED}&object_id=${id}` },
  connection_revoked: { several: '/connections', one: (id) => `/objects/${id}/connections` },
  webhook_failing: { several: '/webhooks' },
  links_failing: { several: '/objects?problem=failed', one: (id) => `/objects/${id}/links` },
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
