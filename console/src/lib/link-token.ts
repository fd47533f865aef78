/** The token of a link that a person opened. It is in the fragment, which browsers do not send. */
export function tokenOfAddress(): string {
  return window.location.hash.slice(1);
}
