/**
 * The language of a text (contract §2.3): a BCP 47 primary subtag, or `und` where it is unknown. ADR 42 has the measurement by which
 * the detector and the limits were chosen.
 */
/** The version of this rule. Reviews store it, so that a job finds those that an earlier version judged, or none. */
export const DETECTOR = 1;

/** The language of texts without one. */
export const UNDETERMINED = 'und';

/** Further characters do not change the result; they only cost time. */
export const READ_CHARACTERS = 100;
/** In texts with fewer letters, names and loan words decide. */
const FEWEST_LETTERS = 20;
/** A letter of these scripts is a syllable or a word. */
const DENSE_LETTERS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const WEIGHT_OF_DENSE = 3;
const LETTERS = /\p{L}/gu;

type Detect = (text: string) => { readonly language: string; isReliable(): boolean };

let detect: Detect | null = null;

/** Loads the detector, once per process: 30 MB of memory, and 0.2 s. Call it before `languageOf`. */
export async function loadDetector(): Promise<void> {
  // An import at the top would load it in processes that store no reviews. The package has ES modules only.
  detect ??= (await import('eld/extrasmall')).eld.detect;
}

/** The language of a stored text. Reads the first 100 characters, so the time does not grow with the text. Throws before `loadDetector`. */
export function languageOf(text: string | null): string {
  if (detect === null) throw new Error('the detector of languages is not loaded');
  const read = text?.slice(0, READ_CHARACTERS) ?? '';
  if (!hasEnoughLetters(read)) return UNDETERMINED;
  const found = detect(read);
  return found.isReliable() ? found.language : UNDETERMINED;
}

function hasEnoughLetters(text: string): boolean {
  const missing = FEWEST_LETTERS - (text.match(LETTERS)?.length ?? 0);
  return missing <= 0 || (text.match(DENSE_LETTERS)?.length ?? 0) * (WEIGHT_OF_DENSE - 1) >= missing;
}
