import { cleanText } from '@libs/kernel';
import { maskAuthor, nameKey } from './mask-author';

/**
 * The paths of personal data in a platform's record, as the adapter declares them: values at `names` are masked, values at `drop`
 * (profile addresses and avatars) are removed. `*` is any element of an array. A value of another form on one of these paths is
 * removed, too: a text or list in place of the object with the name, and an object in place of the name, may contain the name.
 */
export interface RawPrivacy {
  readonly names: readonly string[];
  readonly drop: readonly string[];
}

/** `&#x00a0;` has nine characters. Longer texts are not compared with the name. */
const LONGEST_ESCAPE = 12;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Returns a deep copy of a platform's record without personal data (contract §10). It applies `privacy`, and masks the author's full name
 * wherever it is a whole value, in any spelling: escaped, with other blanks, with the surname first.
 */
export function scrubRaw(
  raw: Readonly<Record<string, unknown>>,
  author: string | null,
  privacy: RawPrivacy,
): Record<string, unknown> {
  // A platform declares few paths, so searching the arrays costs less than building a set per review.
  const { names, drop } = privacy;
  const forms = formsAbove(privacy);
  const authorKey = nameKey(author ?? '');
  const longestSpelling = LONGEST_ESCAPE * (author?.length ?? 0);

  const walk = (value: unknown, path: string): Json | undefined => {
    if (drop.includes(path) || isForeign(value, forms.get(path), names.includes(path))) return undefined;
    if (typeof value === 'string') return scrubString(value, names.includes(path));
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (Array.isArray(value)) return value.map((item) => walk(item, join(path, '*')) ?? null);
    if (typeof value === 'object') return walkObject(value as Record<string, unknown>, path);
    return undefined;
  };

  const walkObject = (object: Record<string, unknown>, path: string): { [key: string]: Json } => {
    const copy: { [key: string]: Json } = {};
    for (const [key, item] of Object.entries(object)) {
      if (key === '__proto__') continue;
      const walked = walk(item, join(path, key));
      if (walked !== undefined) copy[cleanText(key)] = walked;
    }
    return copy;
  };

  const scrubString = (text: string, isName: boolean): string => {
    const cleaned = cleanText(text);
    if (isName) return maskAuthor(cleaned) ?? '';
    const isAuthor = authorKey !== '' && cleaned.length <= longestSpelling && nameKey(cleaned) === authorKey;
    return isAuthor ? (maskAuthor(author) ?? '') : cleaned;
  };

  return walkObject(raw as Record<string, unknown>, '');
}

/** Whether the values below a path are elements of an array, fields of an object, or either. */
type Forms = { readonly elements: boolean; readonly fields: boolean };
const formsOf = new WeakMap<RawPrivacy, ReadonlyMap<string, Forms>>();

/** The forms of all values that contain a declared path. */
function formsAbove(privacy: RawPrivacy): ReadonlyMap<string, Forms> {
  const known = formsOf.get(privacy);
  if (known !== undefined) return known;
  const forms = new Map<string, Forms>();
  for (const path of [...privacy.names, ...privacy.drop]) {
    const keys = path.split('.');
    for (let length = 1; length < keys.length; length += 1) {
      const above = keys.slice(0, length).join('.');
      const { elements = false, fields = false } = forms.get(above) ?? {};
      const isElement = keys[length] === '*';
      forms.set(above, { elements: elements || isElement, fields: fields || !isElement });
    }
  }
  formsOf.set(privacy, forms);
  return forms;
}

/** Whether a value is neither a name where there is one, nor contains declared paths in the declared form. */
function isForeign(value: unknown, forms: Forms | undefined, isName: boolean): boolean {
  if (value === null || typeof value === 'boolean' || (forms === undefined && !isName)) return false;
  if (Array.isArray(value)) return forms?.elements !== true;
  if (typeof value === 'object') return forms?.fields !== true;
  return !(isName && typeof value === 'string');
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
