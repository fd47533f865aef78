import { AppError, cleanText } from '@libs/kernel';

/** A name as it is stored: cleaned and trimmed. `validation_error` where it is empty then or has more than `most` characters. */
export function readName(text: string, most: number): string {
  const name = cleanText(text).trim();
  if (name.length >= 1 && [...name].length <= most) return name;
  throw new AppError('validation_error', `name: must be 1 to ${most} characters long`);
}
