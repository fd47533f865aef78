/**
 * JSON text around a list of items that are JSON text. The parts are joined when they are sent: one character outside Latin-1 would
 * double the size of a joined string.
 */
export interface JsonList {
  readonly before: string;
  readonly items: readonly string[];
  readonly after: string;
}
