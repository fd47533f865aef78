/** Whether a text can be stored unchanged: well-formed Unicode without NUL. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

const MAX_NAME_LENGTH = 60;

/** Shortens a name for an error message, and makes it well-formed. */
export function shortened(name: string): string {
  const clean = name.toWellFormed().replaceAll('\u0000', '\uFFFD');
  return clean.length > MAX_NAME_LENGTH ? `${clean.slice(0, MAX_NAME_LENGTH)}…` : clean;
}
