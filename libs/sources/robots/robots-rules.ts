/** Reads robots.txt (RFC 9309). Pure, and in linear time: the file is foreign. */

/** What robots.txt says to one crawler. */
export interface RobotsRules {
  readonly rules: readonly Rule[];
}

interface Rule {
  readonly isAllowed: boolean;
  /** The parts of the pattern between `*`, percent-encoded as a path is. */
  readonly parts: readonly string[];
  /** The pattern ends with `$`. */
  readonly isWhole: boolean;
  /** Octets of the pattern: the longest matching rule decides. */
  readonly length: number;
}

/** Every page may be requested. */
export const ALLOWS_ALL: RobotsRules = { rules: [] };

/** The part of a file that is read (RFC 9309 §2.5). */
export const READ_BYTES = 500 * 1024;

/**
 * The rules of a file for the crawler with this product token, in lower case: those of all groups that name it, else those of the
 * groups for `*`.
 */
export function robotsRules(text: string, token: string): RobotsRules {
  const groups = groupsIn(text);
  const own = groups.filter(({ agents }) => agents.includes(token));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  return { rules: chosen.flatMap(({ rules }) => rules) };
}

/** Whether the page may be requested: the longest matching rule decides, of equal ones that which allows. */
export function allows({ rules }: RobotsRules, url: URL): boolean {
  if (url.pathname === '/robots.txt') return true;
  // Signs of a path are encoded in a pattern.
  const path = encoded(`${url.pathname}${url.search}`).replaceAll('*', '%2A').replaceAll('$', '%24');
  const weight = ({ length, isAllowed }: Rule): number => 2 * length + (isAllowed ? 1 : 0);
  let decisive: Rule | null = null;
  for (const rule of rules) {
    const isHeavier = decisive === null || weight(rule) > weight(decisive);
    if (isHeavier && matches(rule, path)) decisive = rule;
  }
  return decisive?.isAllowed ?? true;
}

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
}

/** The groups of a file: lines that name crawlers, and the rules for them. Rules before the first name are in none. */
function groupsIn(text: string): readonly Group[] {
  const groups: Group[] = [];
  let hasRules = true;
  for (const { key, value } of records(text)) {
    if (key === 'user-agent') {
      if (hasRules) groups.push({ agents: [], rules: [] });
      hasRules = false;
      groups.at(-1)?.agents.push(productToken(value));
    } else if (key === 'allow' || key === 'disallow') {
      hasRules = true;
      // An empty pattern matches nothing.
      if (value !== '') groups.at(-1)?.rules.push(ruleOf(value, key === 'allow'));
    }
  }
  return groups;
}

interface RobotsRecord {
  readonly key: string;
  readonly value: string;
}

/** The lines with a key, without comments. Lines with other keys are no part of a group, and do not end one. */
function* records(text: string): Generator<RobotsRecord> {
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    if (colon > 0) yield { key: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() };
  }
}

/** `*`, or the letters at the beginning of a value such as `ExampleBot/1.0 (+https://…)`. */
const productToken = (value: string): string => /^(?:\*|[a-z_-]*)/.exec(value.toLowerCase())?.[0] ?? '';

function ruleOf(pattern: string, isAllowed: boolean): Rule {
  const isWhole = pattern.endsWith('$');
  const text = encoded(isWhole ? pattern.slice(0, -1) : pattern).replaceAll('$', '%24');
  return { isAllowed, parts: text.replace(/\*+/g, '*').split('*'), isWhole, length: text.length + (isWhole ? 1 : 0) };
}

/** Whether the parts are in the path in this order, the first one at its beginning. */
function matches({ parts, isWhole }: Rule, path: string): boolean {
  const [first = '', ...further] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? further.pop() : undefined;
  for (const part of further) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last);
  return !isWhole || at === path.length;
}

/** Characters that mean the same whether they are percent-encoded or not (RFC 3986 §2.3). */
const UNRESERVED = /^[\w.~-]$/;

/** A path or a pattern in one encoding (RFC 9309 §2.2.2), in which `*` and `$` are left. */
function encoded(path: string): string {
  return path
    .toWellFormed()
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(parseInt(escape.slice(1), 16));
      return UNRESERVED.test(character) ? character : escape.toUpperCase();
    })
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
