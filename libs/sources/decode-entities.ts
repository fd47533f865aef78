/** Character references that interfaces leave in plain texts (`didn&#39;t`); others are not decoded. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const LAST_CODE_POINT = 0x10ffff;

/** Decodes once: `&amp;lt;` becomes `&lt;`, the author's text. */
export function decodeEntities(text: string): string {
  return text.replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code > LAST_CODE_POINT ? whole : String.fromCodePoint(code);
  });
}
