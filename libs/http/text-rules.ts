/** Whether a text can be stored unchanged: well-formed Unicode without NUL. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
