// cspell:ignore BCBER vely
/**
 * The feed of the default world for each filter and order (contract §4.4): a sentence, the query, and the names of the reviews in
 * order.
 */
export const DEFAULT_ORDER = 'newest replied tie_high tie_low answered_late unrated undated';

export type FeedCase = readonly [sentence: string, query: string, expected: string];

export const FEED_CASES: readonly FeedCase[] = [
  [
    'sort_order asc: nulls last, ties by id latest first',
    'sort_order=asc',
    'unrated answered_late tie_high tie_low replied newest undated',
  ],
  ['sort_by rating', 'sort_by=rating', 'newest replied undated tie_high tie_low answered_late unrated'],
  [
    'sort_by rating asc, unrated last',
    'sort_by=rating&sort_order=asc',
    'answered_late tie_low tie_high undated replied newest unrated',
  ],
  [
    'rule 2: sort_by reply_date, unanswered last',
    'sort_by=reply_date',
    'answered_late replied undated unrated tie_high tie_low newest',
  ],
  [
    'rule 2: unanswered last also in the other direction',
    'sort_by=reply_date&sort_order=asc',
    'replied answered_late undated unrated tie_high tie_low newest',
  ],
  [
    'rule 2: has_reply=false fetches unanswered ones',
    'sort_by=reply_date&has_reply=false',
    'undated unrated tie_high tie_low newest',
  ],
  ['min_rating inclusive, unrated excluded', 'min_rating=4.35', 'newest replied'],
  ['min_rating between two hundredths', 'min_rating=4.351', 'newest'],
  ['max_rating inclusive, unrated excluded', 'max_rating=2', 'tie_low answered_late'],
  ['min_rating 0: no bound, unrated included', 'min_rating=0', DEFAULT_ORDER],
  ['min_rating 0 with max_rating: unrated included', 'min_rating=0&max_rating=2', 'tie_low answered_late unrated'],
  ['empty min_rating is no bound', 'min_rating=', DEFAULT_ORDER],
  [
    'published_from and published_to inclusive, undated match nothing',
    'published_from=2026-10-01&published_to=2026-11-08',
    'replied tie_high tie_low answered_late',
  ],
  ['published_to takes the whole day', 'published_to=2026-09-30', 'unrated'],
  ['has_images', 'has_images=true', 'newest'],
  ['has_videos', 'has_videos=1', 'tie_high'],
  ['has_text false', 'has_text=false', 'answered_late'],
  ['has_reply', 'has_reply=TRUE', 'replied answered_late'],
  ['search: substring, case-insensitive', 'search=room', 'newest'],
  ['search: in every alphabet', 'search=%D0%9E%D0%A2%D0%95%D0%9B%D0%AC', 'tie_high'],
  ['search: a letter with two lower-case forms (σ, ς)', 'search=%CF%83%CE%AF%CF%83%CF%85%CF%86%CE%BF%CF%82', 'undated'],
  ['search: … in the other lower-case form', 'search=%CF%86%CE%BF%CF%83', 'undated'],
  ['search: umlauts', 'search=%C3%BCBER', 'newest'],
  ['search: trimmed', 'search=%20%20lovely%20', 'newest'],
  ['search: % is plain', 'search=0%25%20u', 'tie_low'],
  ['search: _ is plain', 'search=r_s', 'tie_low'],
  ['search: _ is no wildcard', 'search=l_vely', ''],
  ['search: a backslash is plain, at the end too', 'search=back%5C', 'tie_high'],
  ['search: fewer than 2 non-blank characters are ignored', 'search=%20g%20', DEFAULT_ORDER],
  ['search: one character outside the basic plane is one', 'search=%F0%9F%98%80', DEFAULT_ORDER],
  ['include_deleted', 'include_deleted=true', 'newest deleted replied tie_high tie_low answered_late unrated undated'],
  ['only_deleted takes priority over include_deleted', 'only_deleted=true&include_deleted=false', 'deleted'],
  [
    'show_hidden adds hidden reviews',
    'show_hidden=true',
    'newest replied hidden tie_high tie_low answered_late unrated undated',
  ],
  ['show_pinned: pinned first, by position', 'show_pinned=true', `first_pin second_pin ${DEFAULT_ORDER}`],
  ['filters apply to pinned reviews too', 'show_pinned=true&min_rating=5', 'second_pin newest'],
  [
    'pins come first in every order',
    'show_pinned=true&sort_by=rating&sort_order=asc&min_rating=4',
    'first_pin second_pin undated replied newest',
  ],
  ['source_ids filter', 'source_ids=2', 'tie_low unrated'],
  ['source_ids outside the composition match nothing', 'source_ids=77', ''],
  ['source_ids in any spelling', 'source_ids[]=1&source_ids[]=2', DEFAULT_ORDER],
  ['link_ids outside the composition match nothing', 'link_ids=900000001', ''],
  ['unknown parameters are ignored', 'color=red', DEFAULT_ORDER],
];
