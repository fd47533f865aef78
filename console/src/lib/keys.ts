import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The action of a key. Returning false leaves the key to the part around. */
type Action = () => void | false;
/**
 * Actions by key: the name of a key (`j`, `?`, `Escape`), two keys one after the other (`g o`), or `mod+` and a key, where `mod` is
 * Ctrl, on a Mac Command.
 */
export type Keys = Readonly<Record<string, Action>>;
type KeyWords = Readonly<Record<string, string>>;

interface Registered {
  readonly order: number;
  readonly keys: { readonly current: Keys };
  readonly words: { readonly current: KeyWords };
}

const SEQUENCE_MS = 1_500;
/** The code of keys that an input method takes, in browsers that do not mark them otherwise. */
const COMPOSING = 229;
const IS_MAC = /mac|iphone|ipad/i.test(typeof navigator === 'undefined' ? '' : navigator.platform);
/** The name of the key `mod`. */
export const MOD = IS_MAC ? '⌘' : 'Ctrl';

const registered = new Set<Registered>();
let orders = 0;
let hasSingleKeys = true;
let hadOverlay = false;
let pending: { readonly key: string; readonly at: number } | null = null;

/**
 * Calls actions of keys: those without a modifier outside of inputs, dialogs and menus, and none while an input method composes. The
 * innermost part that has a key gets it. `words` says what a key does where the table of the help has no text for it.
 */
export function useKeys(keys: Keys, words: KeyWords = {}): void {
  // Parents render before their children, so a later number is further inside.
  const [order] = useState(() => (orders += 1));
  const currentKeys = useRef(keys);
  const currentWords = useRef(words);
  // Before the page is painted: a key that is pressed as soon as a screen is seen has its action.
  useLayoutEffect(() => {
    currentKeys.current = keys;
    currentWords.current = words;
  });
  useLayoutEffect(() => {
    const own = { order, keys: currentKeys, words: currentWords };
    if (registered.size === 0) {
      document.addEventListener('keydown', listen);
      window.addEventListener('keydown', noteOverlay, true);
    }
    registered.add(own);
    return () => {
      registered.delete(own);
      if (registered.size > 0) return;
      document.removeEventListener('keydown', listen);
      window.removeEventListener('keydown', noteOverlay, true);
    };
  }, [order]);
}

/** The person's choice whether letters and signs are keys (WCAG 2.1.4). Escape, arrows and keys with a modifier always are. */
export function useSingleKeys(isOn: boolean): void {
  useEffect(() => {
    hasSingleKeys = isOn;
    return () => {
      hasSingleKeys = true;
    };
  }, [isOn]);
}

/** The keys of the screen at this moment with their own texts, those of the frame first. */
export function keysInUse(): {
  readonly hasSingleKeys: boolean;
  readonly keys: ReadonlyMap<string, string | undefined>;
} {
  const keys = new Map<string, string | undefined>();
  for (const { keys: own, words } of fromOutside())
    for (const key of Object.keys(own.current)) keys.set(key, words.current[key]);
  return { hasSingleKeys, keys };
}

function listen(event: KeyboardEvent): void {
  if (isComposing(event) || event.altKey || event.defaultPrevented || isInOverlay(event)) return;
  if (IS_MAC ? event.metaKey : event.ctrlKey) {
    act(event, `mod+${event.key.length === 1 ? event.key.toLowerCase() : event.key}`);
  } else if (!isTaken(event)) {
    actOnSingle(event);
  }
}

function actOnSingle(event: KeyboardEvent): void {
  const first = pending !== null && event.timeStamp - pending.at < SEQUENCE_MS ? pending.key : null;
  pending = null;
  if (first !== null && act(event, `${first} ${event.key.toLowerCase()}`)) return;
  if (first === null && beginsSequence(event.key)) pending = { key: event.key, at: event.timeStamp };
  act(event, event.key);
}

/** Calls the innermost action that does not leave the key; returns whether there was one. */
function act(event: KeyboardEvent, key: string): boolean {
  for (const { keys } of fromOutside().reverse()) {
    const action = keys.current[key];
    if (action === undefined || action() === false) continue;
    event.preventDefault();
    return true;
  }
  return false;
}

function fromOutside(): Registered[] {
  return [...registered].sort((one, other) => one.order - other.order);
}

function beginsSequence(key: string): boolean {
  return [...registered].some(({ keys }) => Object.keys(keys.current).some((name) => name.startsWith(`${key} `)));
}

function isComposing({ isComposing: composes, keyCode }: KeyboardEvent): boolean {
  return composes || keyCode === COMPOSING;
}

/** Whether the key is a letter, a digit or a sign. */
function isSign(key: string): boolean {
  return key.length === 1 && key !== ' ';
}

/** Whether the browser, the person's choice or the focused element keeps the key. */
function isTaken({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || (isSign(key) && !hasSingleKeys)) return true;
  return isTyping(target) || ((key === 'Enter' || key === ' ') && isPressed(target));
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]') !== null
  );
}

/** Whether Enter or Space press the element itself. */
function isPressed(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('a, button, summary, input, [role=button], [role=tab]') !== null
  );
}

/** Runs before the dialog hears the key and is removed. */
function noteOverlay(): void {
  hadOverlay = document.querySelector('[role=dialog], [role=menu]') !== null;
}

/** Whether the key belongs to a dialog or a menu. Escape closes an open one wherever the focus is, and nothing behind it. */
function isInOverlay({ target, key }: KeyboardEvent): boolean {
  if (key === 'Escape' && hadOverlay) return true;
  return target instanceof HTMLElement && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null;
}
