import { textOf, type Search } from './url-state';

/** `next` is the path inside the console to which a sign-in leads. Another address is ignored. */
export function signInSearch(search: Search): { readonly next?: string } {
  const next = textOf(search['next']);
  // An absent key would be taken from the address as it is.
  return { next: next !== undefined && /^\/(?![/\\])/.test(next) ? next : undefined };
}

/** The screen that follows a step of a sign-in, by what it needs next. */
export const PLACE_OF_STEP = { done: '/', second_factor: '/second-factor', enrol: '/enrol' } as const;

/** The token of a link that a person opened. It is in the fragment, which browsers do not send. */
export function tokenOfAddress(): string {
  return window.location.hash.slice(1);
}
