/** Two letters of the platforms that hrev has. */
const LETTERS: Readonly<Record<string, string>> = {
  '2gis': '2G',
  'app-store': 'As',
  bazaarvoice: 'Bv',
  booking: 'Bo',
  facebook: 'Fb',
  google: 'Go',
  'google-play': 'Gp',
  mangrove: 'Mg',
  'mozilla-amo': 'Mz',
  'nextcloud-apps': 'Nc',
  odrs: 'Od',
  'open-vsx': 'Ov',
  steam: 'St',
  tripadvisor: 'Ta',
  trustpilot: 'Tp',
  wildberries: 'Wb',
  'wordpress-org': 'Wp',
  'yandex-maps': 'Ym',
  yelp: 'Ye',
  yotpo: 'Yo',
};
const TAKEN: ReadonlySet<string> = new Set(Object.values(LETTERS));

/**
 * The mark of a platform. Those that hrev has differ from one another; any other platform gets its first letter and the next one with
 * which it differs from all of these.
 */
export function lettersOf(slug: string): string {
  const known = LETTERS[slug];
  if (known !== undefined) return known;
  const first = slug.charAt(0).toUpperCase();
  const marks = [...slug.slice(1).replaceAll('-', '')].map((letter) => `${first}${letter}`);
  return marks.find((mark) => !TAKEN.has(mark)) ?? first;
}
