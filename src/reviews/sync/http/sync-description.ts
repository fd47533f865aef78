/** Of both versions, for the reference. */
export const SYNC_SUMMARY = 'Changes of reviews, for keeping a local copy';

export const SYNC_DESCRIPTION = [
  'Begin without a cursor, apply every change in its order, and go on with `next_cursor`: at once while `has_next` is',
  'true, later otherwise. No change is ever missed, whatever is written meanwhile; one may come twice, with the state of',
  'the moment it is read. Reviews deleted on the platform and hidden ones are upserts with their flags; the flags',
  '`is_hidden`, `is_pinned` and `pin_position` are there for a folder too, since a copy needs them. A review that was only seen again',
  'is no change: `last_seen_at` of a copy may be behind. What leaves the composition comes as `remove`, what enters it as',
  '`upsert`; whoever follows an object that is deleted gets the removals. `invalid_cursor` asks to begin anew: the cursor was',
  'altered, is older than a year or of another account, the plan shows another number of reviews now, or reviews were',
  'purged that it had yet to hear of.',
].join(' ');
