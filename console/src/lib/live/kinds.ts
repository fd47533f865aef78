/** The kinds of changes that the stream of an account reports. */
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

/** A change: the ids, or null if everything of the kind may have changed. `by` is the person who writes a reply. */
export interface LiveChange {
  readonly kind: LiveKind;
  readonly ids: readonly number[] | null;
  readonly by?: { readonly id: number; readonly name: string };
}

/** `live`: changes arrive when they happen; `polling`: everything is read again every few seconds. */
export type LiveStatus = 'starting' | 'live' | 'polling';

/** Query keys that a change of an account makes stale, declared beside the queries of a resource. */
export type Invalidations = Readonly<
  Partial<Record<LiveKind, (accountId: number, change: LiveChange) => readonly (readonly unknown[])[]>>
>;
