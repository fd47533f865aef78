/** Rules about the text of a reply, before it is sent. */

/** A part of a text that moderators reject. */
export interface MarkedPart {
  readonly start: number;
  readonly end: number;
}

const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const WEB = /\b(?:https?:\/\/|www\.)[^\s<>"]{1,500}/giu;
const PHONE = /(?<![\p{L}\p{N}])\+?\(?\d(?:[ ().\-/]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu;
/** Years and dates have few digits in a row, and no plus; they are no phone numbers. */
const DATE = /^\(?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;

/** The phone numbers, mail and web addresses of a text, in order and without overlaps. */
export function markedParts(text: string): readonly MarkedPart[] {
  const found = [MAIL, WEB, PHONE].flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(([part]) => pattern !== PHONE || !DATE.test(part))
      .map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
  const ordered = found.sort((a, b) => a.start - b.start || b.end - a.end);
  return ordered.filter((part, index) => ordered.slice(0, index).every((before) => before.end <= part.start));
}

/** The first brace of a template that is not filled in; null if there is none. */
export function unfilledBrace(text: string): string | null {
  return /\{[^{}\n]{1,40}\}/.exec(text)?.[0] ?? null;
}

/** A template with the values that are known. A placeholder without a value stays. */
export function filled(template: string, values: Readonly<Record<string, string | null>>): string {
  return template.replaceAll(/\{([a-z]+)\}/g, (brace, name: string) => values[name] ?? brace);
}
