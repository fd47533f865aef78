/** Of both versions, for the reference. */
export const SYNC_SUMMARY = 'Changes of reviews, for keeping a local copy';

export const SYNC_DESCRIPTION = [
  'Begin without a cursor, apply every change in order, and continue with `next_cursor`: at once while `has_next` is',
  'true, later otherwise. No change is ever missed, whatever is written meanwhile; one may come twice, with the state of',
  'the moment it is read. Reviews deleted on the platform and hidden ones are upserts with their flags; the flags',
  '`is_hidden`, `is_pinned` and `pin_position` are there for a folder too, since a copy needs them. A review that was only seen again',
  'is no change: `last_seen_at` of a copy may be behind. What leaves the composition comes as `remove`, what enters it as',
  '`upsert`; a reader of an object that is deleted gets the removals. On `invalid_cursor` begin again without a cursor: it was',
  'altered, is older than a year or belongs to another account, the plan now shows another number of reviews, or reviews',
  'were purged that it had not reached.',
].join(' ');
