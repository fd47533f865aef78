// cspell:ignore BCBER vely
/**
 * The feed of the default object for each filter and order (contract §4.4): a sentence, the query, and the names of the expected
 * reviews in order.
 */
export const DEFAULT_ORDER = 'newest replied tie_high tie_low answered_late unrated undated';

export type FeedCase = readonly [sentence: string, query: string, expected: string];

export const FEED_CASES: readonly FeedCase[] = [
  [
    'sort_order=asc puts undated reviews last and sorts ties by id, latest first',
    'sort_order=asc',
    'unrated answered_late tie_high tie_low replied newest undated',
  ],
  [
    'sort_by=rating puts unrated reviews last',
    'sort_by=rating',
    'newest replied undated tie_high tie_low answered_late unrated',
  ],
  [
    'sort_by=rating with sort_order=asc also puts unrated reviews last',
    'sort_by=rating&sort_order=asc',
    'answered_late tie_low tie_high undated replied newest unrated',
  ],
  [
    'rule 2: sort_by=reply_date puts unanswered reviews last',
    'sort_by=reply_date',
    'answered_late replied undated unrated tie_high tie_low newest',
  ],
  [
    'rule 2: sort_by=reply_date with sort_order=asc also puts unanswered reviews last',
    'sort_by=reply_date&sort_order=asc',
    'replied answered_late undated unrated tie_high tie_low newest',
  ],
  [
    'rule 2: has_reply=false returns unanswered reviews only',
    'sort_by=reply_date&has_reply=false',
    'undated unrated tie_high tie_low newest',
  ],
  ['min_rating is inclusive and excludes unrated reviews', 'min_rating=4.35', 'newest replied'],
  ['min_rating may be between two hundredths', 'min_rating=4.351', 'newest'],
  ['max_rating is inclusive and excludes unrated reviews', 'max_rating=2', 'tie_low answered_late'],
  ['min_rating=0 is no bound and includes unrated reviews', 'min_rating=0', DEFAULT_ORDER],
  [
    'min_rating=0 with max_rating includes unrated reviews',
    'min_rating=0&max_rating=2',
    'tie_low answered_late unrated',
  ],
  ['an empty min_rating is no bound', 'min_rating=', DEFAULT_ORDER],
  [
    'published_from and published_to are inclusive and exclude undated reviews',
    'published_from=2026-10-01&published_to=2026-11-08',
    'replied tie_high tie_low answered_late',
  ],
  ['published_to includes the whole day', 'published_to=2026-09-30', 'unrated'],
  ['has_images returns reviews with images', 'has_images=true', 'newest'],
  ['has_videos returns reviews with videos', 'has_videos=1', 'tie_high'],
  ['has_text=false returns reviews without a text', 'has_text=false', 'answered_late'],
  ['has_reply returns reviews with a reply', 'has_reply=TRUE', 'replied answered_late'],
  ['search matches a part of the text, case-insensitively', 'search=room', 'newest'],
  ['search ignores the case of Cyrillic letters', 'search=%D0%9E%D0%A2%D0%95%D0%9B%D0%AC', 'tie_high'],
  ['search treats σ and ς alike, if the query has σ', 'search=%CF%83%CE%AF%CF%83%CF%85%CF%86%CE%BF%CF%82', 'undated'],
  ['search treats σ and ς alike, if the text has ς', 'search=%CF%86%CE%BF%CF%83', 'undated'],
  ['search ignores the case of umlauts', 'search=%C3%BCBER', 'newest'],
  ['search ignores whitespace around the query', 'search=%20%20lovely%20', 'newest'],
  ['search matches % literally', 'search=0%25%20u', 'tie_low'],
  ['search matches _ literally', 'search=r_s', 'tie_low'],
  ['search does not use _ as a wildcard', 'search=l_vely', ''],
  ['search matches a backslash literally, also at the end', 'search=back%5C', 'tie_high'],
  ['search ignores a query of fewer than two characters', 'search=%20g%20', DEFAULT_ORDER],
  ['search counts a character outside the basic plane as one', 'search=%F0%9F%98%80', DEFAULT_ORDER],
  [
    'include_deleted adds deleted reviews',
    'include_deleted=true',
    'newest deleted replied tie_high tie_low answered_late unrated undated',
  ],
  ['only_deleted takes priority over include_deleted', 'only_deleted=true&include_deleted=false', 'deleted'],
  [
    'show_hidden adds hidden reviews',
    'show_hidden=true',
    'newest replied hidden tie_high tie_low answered_late unrated undated',
  ],
  ['show_pinned puts pinned reviews first, by position', 'show_pinned=true', `first_pin second_pin ${DEFAULT_ORDER}`],
  ['filters apply to pinned reviews too', 'show_pinned=true&min_rating=5', 'second_pin newest'],
  [
    'pins come first in every order',
    'show_pinned=true&sort_by=rating&sort_order=asc&min_rating=4',
    'first_pin second_pin undated replied newest',
  ],
  ['source_ids returns the reviews of these platforms', 'source_ids=2', 'tie_low unrated'],
  ['source_ids that the object lacks match nothing', 'source_ids=77', ''],
  ['source_ids may use the spelling with brackets', 'source_ids[]=1&source_ids[]=2', DEFAULT_ORDER],
  ['link_ids that the object lacks match nothing', 'link_ids=900000001', ''],
  ['unknown parameters are ignored', 'color=red', DEFAULT_ORDER],
];
