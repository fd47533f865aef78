/** Something that the palette leads to, or an action that it runs. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  /** More words by which it is found. */
  readonly also?: string;
  /** Shown beside the label. */
  readonly hint?: string;
  readonly run: () => void;
  /** Whether the palette stays open, as the action has to look something up. */
  readonly staysOpen?: boolean;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** Whether entries appear only for a text. */
  readonly isSearchOnly?: boolean;
}

const MOST = 8;

/**
 * The groups with the entries that contain every word of the text, in any order: those whose label begins with the text first, and at
 * most eight for each group.
 */
export function matching(groups: readonly Group[], text: string): readonly Group[] {
  const wanted = plain(text);
  const parts = wanted.split(/\s+/).filter((part) => part !== '');
  return groups.flatMap((group) => {
    if (parts.length === 0 && group.isSearchOnly) return [];
    const found = group.entries.filter(({ label, also = '' }) => {
      const whole = plain(`${label} ${also}`);
      return parts.every((part) => whole.includes(part));
    });
    const first = found.filter(({ label }) => plain(label).startsWith(wanted));
    const entries = [...first, ...found.filter((entry) => !first.includes(entry))].slice(0, MOST);
    return entries.length === 0 ? [] : [{ ...group, entries }];
  });
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** Ids that a text may be: of a review, a request or a delivery. */
export interface NamedId {
  readonly kind: 'review' | 'request' | 'delivery';
  readonly id: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const REQUEST = /^[\w.:-]{8,128}$/;
const NUMBER = /^[1-9]\d{0,14}$/;
/** The form of the ids of each kind. */
const FORMS: Readonly<Record<NamedId['kind'], RegExp>> = { review: NUMBER, request: REQUEST, delivery: NUMBER };

/** `184220` and `review 184220` name a review, `request …` and a bare UUID a request, `delivery …` a delivery. */
export function idOf(text: string): NamedId | null {
  const [, named, id = ''] = /^(?:(review|request|delivery)\s+)?#?(\S+)$/i.exec(text.trim()) ?? [];
  if (named !== undefined) {
    const kind = named.toLowerCase() as NamedId['kind'];
    return FORMS[kind].test(id) ? { kind, id } : null;
  }
  if (NUMBER.test(id)) return { kind: 'review', id };
  return UUID.test(id) ? { kind: 'request', id } : null;
}
