/**
 * JSON text around a list whose items are JSON already. It stays in its pieces until it is sent: joined, a page in which
 * one letter is not Latin would be copied at twice its size.
 */
export interface JsonList {
  readonly before: string;
  readonly items: readonly string[];
  readonly behind: string;
}
