import { AppError, cleanText } from '@libs/kernel';

/** The stored form of a name: cleaned and trimmed. `validation_error` if that is empty or has more than `maxLength` characters. */
export function readName(text: string, maxLength: number): string {
  const name = cleanText(text).trim();
  if (name.length >= 1 && [...name].length <= maxLength) return name;
  throw new AppError('validation_error', `name: must be 1 to ${maxLength} characters long`);
}
