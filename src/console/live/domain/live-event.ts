/** The kinds of changes that the stream of an account reports. It names the resources that changed, never their data. */
export const LIVE_KINDS = [
  'run.progress',
  'run.ended',
  'reviews.changed',
  'reply.changed',
  'reply.writing',
  'delivery.changed',
  'notice.new',
  'link.changed',
  'access.changed',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** The most ids of an event. More changes are sent as a `resync` of the kind. */
export const MAX_IDS = 100;

/** The person who writes a reply. */
export interface Writer {
  readonly id: number;
  readonly name: string;
}

/** An event: ids that changed, or kinds of which everything must be read again. */
export type LiveEvent =
  | { readonly event: LiveKind; readonly data: { readonly ids: readonly number[]; readonly by?: Writer } }
  | { readonly event: 'resync'; readonly data: { readonly kinds: readonly LiveKind[] } };

/** A notification of the database: ids, or everything of the kind (null). For reviews, the change numbers before and after. */
export type Change =
  | {
      readonly accountId: number;
      readonly kind: Exclude<LiveKind, 'reviews.changed'>;
      readonly ids: readonly number[] | null;
      readonly by?: Writer;
    }
  | { readonly accountId: number; readonly kind: 'reviews.changed'; readonly before: number; readonly after: number };

const FORM = /^([1-9]\d{0,15}) ([a-z.]+) (\S*)(?: (.*))?$/s;

/** Reads a payload of the channel: account, kind, ids with commas. Null for a payload of another form. */
export function changeOf(payload: string): Change | null {
  const [, account, kind, list = '', by] = FORM.exec(payload) ?? [];
  const accountId = Number(account);
  if (kind === 'reviews.changed') return rangeOf(accountId, list);
  const ids = list === '' ? null : list.split(',').map(Number);
  if (!isKind(kind) || ids?.every(isId) === false) return null;
  return { accountId, kind, ids, ...(by === undefined ? {} : { by: JSON.parse(by) as Writer }) };
}

function rangeOf(accountId: number, list: string): Change | null {
  const [before, after] = list.split('-').map(Number);
  return isId(before) && isId(after) ? { accountId, kind: 'reviews.changed', before, after } : null;
}

/** The part of a payload after the account and the kind. */
export function payloadListOf(ids: readonly number[], by?: Writer): string {
  const list = ids.length > MAX_IDS ? '' : ids.join(',');
  return by === undefined ? list : `${list} ${JSON.stringify(by)}`;
}

function isKind(kind: string | undefined): kind is Exclude<LiveKind, 'reviews.changed'> {
  return (LIVE_KINDS as readonly string[]).includes(kind ?? '');
}

function isId(id: number | undefined): id is number {
  return id !== undefined && Number.isSafeInteger(id) && id >= 0;
}
