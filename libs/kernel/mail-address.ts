/** Mail addresses as they may stand in a mail's head: one address, nothing around it (RFC 5321's sizes). */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** Longest address; longer ones cannot be written in an SMTP path. */
export const MAIL_ADDRESS_MAX = 254;

/**
 * Whether a text is exactly one plain address: ASCII, no display name, no comment, no quotes, no blank, no line end, no
 * address literal. A host of one label (`root@localhost`) is an address; other alphabets' domains are written in punycode.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > MAIL_ADDRESS_MAX) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  if (local.length > 64 || !LOCAL_PART.test(local)) return false;
  return text
    .slice(at + 1)
    .split('.')
    .every((label) => LABEL.test(label));
}
