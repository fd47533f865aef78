/** Control characters, among them those of escape sequences, other line ends, and characters that change the direction of writing. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const RUNS_OF_CONTROLS = new RegExp(`${CONTROLS.source}+`, 'gu');
/** The controls that JSON text may contain unescaped. */
const UNESCAPED_CONTROLS = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
const EACH_UNESCAPED = new RegExp(UNESCAPED_CONTROLS.source, 'g');

const NOT_OF_A_LINE = /[\p{Cc}\u2028\u2029]/u;

/** Whether a text is one line without control characters. Bidirectional controls are allowed: names of many languages need them. */
export const isOneLine = (text: string): boolean => !NOT_OF_A_LINE.test(text);

/** Foreign text as one line for a terminal. Control characters and bidirectional controls are replaced by spaces. */
export function forTerminal(text: string): string {
  return lineForTerminal(text).trim();
}

/** Like `forTerminal`, with the spaces at the beginning and the end. */
export function lineForTerminal(text: string): string {
  return text.replace(RUNS_OF_CONTROLS, ' ');
}

/** JSON text for a terminal: the same value, with the control characters and the bidirectional controls of its strings escaped. */
export function jsonForTerminal(json: string): string {
  if (!UNESCAPED_CONTROLS.test(json)) return json;
  return json.replace(EACH_UNESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
