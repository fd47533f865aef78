import { useEffect, useState } from 'react';

/** What forms hold, by their keys. */
type Values = Map<string, object>;

/** The forms of the page that are kept. */
const shown: Values = new Map();
let kept: { readonly person: number; readonly values: Values } | null = null;

/** Keeps what the forms of the page hold, in the memory of this page, for the next sign-in of the person. */
export function keepForms(person: number): void {
  if (shown.size > 0) kept = { person, values: new Map(shown) };
}

/** Forgets what was kept of another person than the one who has signed in. */
export function giveFormsTo(person: number): void {
  if (kept?.person !== person) kept = null;
}

/** What a form at this address holds: at first what was kept of it, otherwise `initial`. Without a name it is not kept. */
export function useKeptValues<V extends object>(name: string | undefined, initial: V) {
  const [key] = useState(() => (name === undefined ? null : `${location.pathname} ${name}`));
  const state = useState(() => (key === null ? initial : ((kept?.values.get(key) as V | undefined) ?? initial)));
  const [values] = state;
  useEffect(() => {
    if (key === null) return undefined;
    kept?.values.delete(key);
    shown.set(key, values);
    return () => void shown.delete(key);
  }, [key, values]);
  return state;
}
