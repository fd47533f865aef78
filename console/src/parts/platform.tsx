import { lettersOf } from './platform-letters';
import './platform.css';

/** A platform as two letters, with its name as the accessible name. */
export function PlatformChip({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <span className="chip" role="img" aria-label={name} title={name}>
      {lettersOf(slug)}
    </span>
  );
}

/** A platform as its letters and its name. */
export function PlatformName({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <span className="platform-name">
      <PlatformLetters slug={slug} />
      {name}
    </span>
  );
}

/** The letters alone, for a part that has an accessible name of its own. */
export function PlatformLetters({ slug }: { readonly slug: string }) {
  return (
    <span className="chip" aria-hidden>
      {lettersOf(slug)}
    </span>
  );
}
