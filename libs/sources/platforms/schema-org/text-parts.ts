/**
 * Texts of several values. The values of a text are its parts, such as paragraphs; sites also print a text twice, once shortened.
 * Translations were removed before (`translations.ts`).
 */
import { isItem, valuesOf, type Item, type Value } from './item';
import { UNREAD, type Reading } from './unread';

const SEPARATOR = '\n\n';
/** Longer lists are joined without a search for parts that contain other parts. */
const MAX_COMPARED = 20;

/** The text of the first of these properties that has one; its parts are joined by blank lines. */
export function joinedText(item: Item, ...names: readonly string[]): Reading<string> {
  let isUnread = false;
  for (const name of names) {
    const values = valuesOf(item, name);
    const texts = values.map(textOfPart);
    const parts = texts.filter((text) => text !== null);
    if (parts.length > 0) return withoutRepeats(parts).join(SEPARATOR);
    isUnread ||= values.some((value) => isItem(value));
  }
  return isUnread ? UNREAD : null;
}

/** A text, or the text of an object such as `{"@type": "TextObject", "text": "…"}`; null if it is empty or has none. */
export function textOfPart(value: Value): string | null {
  if (!isItem(value)) return value.trim() || null;
  for (const name of ['text', 'value', 'content', 'description']) {
    const texts = valuesOf(value, name).flatMap((part) => (isItem(part) ? [] : [part.trim()]));
    const parts = texts.filter((text) => text !== '');
    if (parts.length > 0) return withoutRepeats(parts).join(SEPARATOR);
  }
  return null;
}

/**
 * Removes the repetitions of a page that prints a text several times: of the whole list of parts, and of parts that another part
 * contains as lines or begins with.
 */
export function withoutRepeats(parts: readonly string[]): readonly string[] {
  const once = parts.slice(0, periodOf(parts));
  if (once.length < 2 || once.length > MAX_COMPARED) return once;
  return once.filter((part) => !once.some((other) => other !== part && contains(other, part)));
}

/** The length of the shortest list that, repeated, is this list. */
function periodOf(parts: readonly string[]): number {
  for (let period = 1; period <= parts.length / 2; period += 1) {
    if (parts.length % period !== 0) continue;
    if (parts.every((part, index) => part === parts[index % period])) return period;
  }
  return parts.length;
}

function contains(whole: string, part: string): boolean {
  if (`\n${whole}\n`.includes(`\n${part}\n`)) return true;
  const beginning = withoutEllipsis(part);
  return beginning !== part && beginning !== '' && whole.startsWith(beginning);
}

/** The text without a final ellipsis. Uses no pattern that ends with `$`, which would take quadratic time on long runs of blanks. */
export function withoutEllipsis(text: string): string {
  const end = ['…', '...'].find((ellipsis) => text.endsWith(ellipsis)) ?? '';
  return text.slice(0, text.length - end.length).trim();
}
