/** Whether text can be stored and searched as it is: well-formed Unicode without NUL. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
