/**
 * Which texts may be published (contract §7.4): not empty, no control characters, no longer than the platform allows.
 *
 * Line breaks and tabs are allowed, as in the platforms' own forms. CR LF becomes LF; every other control character, also a lone
 * CR, is refused.
 */
import { AppError } from '@libs/kernel';

export interface LengthLimit {
  readonly maxLength: number | null;
  readonly unit: 'characters' | 'bytes' | null;
}

const CONTROL = /[^\P{Cc}\n\t]/u;
const INVISIBLE = /[\s\p{Z}\p{Cf}]/gu;

/** Returns the text as it is published. Throws `validation_error` with the violated rule. */
export function readReplyText(requestedText: string, { maxLength, unit }: LengthLimit): string {
  const text = requestedText.replaceAll('\r\n', '\n').trim();
  if (text.replace(INVISIBLE, '') === '') throw invalidText('must not be empty');
  if (CONTROL.test(text)) throw invalidText('must not contain control characters other than line breaks and tabs');
  const length = unit === 'bytes' ? Buffer.byteLength(text) : [...text].length;
  if (maxLength !== null && length > maxLength) {
    throw invalidText(`has ${length} ${unit ?? 'characters'}; the platform allows ${maxLength}`);
  }
  return text;
}

const invalidText = (rule: string): AppError => new AppError('validation_error', `text: ${rule}`);
