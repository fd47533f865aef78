/** What the operator has switched off, as texts of the checks. */
import { wireTime } from '@libs/kernel';
import type { SwitchName } from '@src/switches';
import type { RuntimeWarning } from './known-faults';

interface Off {
  readonly name: SwitchName;
  /** Null: of all sources together. */
  readonly slug: string | null;
  readonly since: Date;
  /** How long it has been off. */
  readonly seconds: number;
}

/** A switch that is off for longer is reported: it may have been forgotten. */
const LONG_SECONDS = 86_400;

/** `replies, collection of google`. */
export function switchesLine(off: readonly Off[]): string {
  return off.map(({ name, slug }) => (slug === null ? name : `${name} of ${slug}`)).join(', ');
}

/** The warning about what is off for more than a day, with the command that switches the first on; null if there is nothing. */
export function offForLong(off: readonly Off[]): RuntimeWarning | null {
  const [first, ...others] = off.filter(({ seconds }) => seconds > LONG_SECONDS);
  if (first === undefined) return null;
  const oldest = [first, ...others].reduce((one, other) => (one.since < other.since ? one : other));
  return {
    text: `off for more than a day: ${switchesLine([first, ...others])}; the first since ${wireTime(oldest.since)}`,
    remedy: `If it was forgotten, run: hrev switch on ${oldest.name}${oldest.slug === null ? '' : ` --source ${oldest.slug}`}`,
  };
}
