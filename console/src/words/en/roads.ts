import { count } from './plurals';

const DAYS_OF_YEAR = 365.25;

/** "3 years" where the days are whole years, otherwise "90 days". */
function span(days: number): string {
  const years = Math.round(days / DAYS_OF_YEAR);
  return years > 0 && Math.abs(days - years * DAYS_OF_YEAR) < 2
    ? count(years, 'year', 'years')
    : count(days, 'day', 'days');
}

interface Visible {
  readonly shows: 'all' | 'newest' | 'selection';
  readonly limit_reviews: number | null;
  readonly limit_days: number | null;
}

/** Which reviews a road shows. */
function shows({ shows: which, limit_reviews: reviews, limit_days: days }: Visible): string {
  if (which === 'all') return 'the whole list';
  if (which === 'selection')
    return reviews === null
      ? 'reviews that the platform selects'
      : `at most ${count(reviews, 'review', 'reviews')} that the platform selects`;
  if (reviews !== null) return `the newest ${count(reviews, 'review', 'reviews')}`;
  return days === null ? 'the newest reviews' : `the reviews of the last ${span(days)}`;
}

/** Interfaces of the platforms, as their owners know them. */
const names: Readonly<Record<string, string>> = {
  'business-profile': 'Google Business Profile',
  places: 'Google Places',
  'app-store-connect': 'App Store Connect',
  'conversations-api': 'Conversations API',
  'guest-review-api': 'Guest Review API',
  'graph-api': 'Graph API',
  'developer-api': 'Developer API',
  'terra-api': 'Terra API',
  'business-api': 'Business API',
  'seller-api': 'Seller API',
  'places-api': 'Places API',
  'widget-api': 'Widget API',
};

export const roadsWords = {
  by: {
    public: 'Public page',
    owner: 'Connection',
    both: 'Connection and public page',
  },
  readBy: {
    public: 'Read from the public page',
    owner: 'Read through your connection',
    both: 'Read through your connection and from the public page',
  },
  shows,
  reads: (by: string, visible: string) => `${by}: ${visible}`,
  /** Several roads of one kind differ by their names. */
  readsNamed: (by: string, name: string, visible: string) => `${by}, ${names[name] ?? name}: ${visible}`,
} as const;
