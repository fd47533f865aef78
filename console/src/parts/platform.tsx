import './platform.css';

/** Two letters of the platforms that hrev has; other platforms get their first two. */
const LETTERS: Readonly<Record<string, string>> = {
  google: 'Go',
  booking: 'Bo',
  trustpilot: 'Tp',
  '2gis': '2G',
  'app-store': 'As',
  steam: 'St',
};

/** A platform as two letters, with its name as the accessible name. */
export function PlatformChip({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <span className="chip" role="img" aria-label={name} title={name}>
      {LETTERS[slug] ?? `${slug.charAt(0).toUpperCase()}${slug.charAt(1)}`}
    </span>
  );
}
