/**
 * JSON text that contains a list: the text before the items, the JSON text of each item, and the text after them. The parts are
 * joined when they are sent, because one character outside Latin-1 would double the size of a joined string.
 */
export interface JsonList {
  readonly before: string;
  readonly items: readonly string[];
  readonly after: string;
}
