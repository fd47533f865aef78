import { useEffect, useRef, useState } from 'react';

/** A text that survives reloads and sign-outs in this browser. */
export interface Draft {
  readonly text: string;
  /** When it was last stored; null if nothing is stored. */
  readonly savedAt: number | null;
  /** The text that another tab stored while this one was being edited; null without a conflict. */
  readonly theirs: string | null;
  readonly set: (text: string) => void;
  readonly forget: () => void;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

interface Stored {
  readonly text: string;
  readonly at: number;
}

/**
 * The draft under `name`; `initial` without one. A draft that another tab changes is taken over, unless `isEditing` says that the person
 * edits it here: then both texts are offered, and nothing is stored until one is chosen.
 */
export function useDraft(name: string, initial: string, isEditing: () => boolean): Draft {
  const key = `hrev-draft:${name}`;
  const [stored, setStored] = useState(() => read(key));
  const [text, setText] = useState(stored?.text ?? initial);
  const [theirs, setTheirs] = useState<string | null>(null);
  const editing = useRef(isEditing);
  useEffect(() => {
    editing.current = isEditing;
  });
  useEffect(() => {
    const listen = (event: StorageEvent): void => {
      if (event.key !== key) return;
      const next = read(key);
      if (editing.current()) return setTheirs(next?.text ?? '');
      setStored(next);
      setText(next?.text ?? '');
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [key]);
  const store = (next: string): void => setStored(write(key, next));
  return {
    text,
    savedAt: stored?.at ?? null,
    theirs,
    set: (next) => {
      setText(next);
      if (theirs === null) store(next);
    },
    forget: () => setStored(write(key, '')),
    takeTheirs: () => {
      setText(theirs ?? '');
      setStored(read(key));
      setTheirs(null);
    },
    keepMine: () => {
      store(text);
      setTheirs(null);
    },
  };
}

function read(key: string): Stored | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isStored(value) ? value : null;
  } catch {
    return null;
  }
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && 'at' in value;

/** An empty text is not stored. Without storage, the draft lives as long as the screen. */
function write(key: string, text: string): Stored | null {
  const stored = text === '' ? null : { text, at: Date.now() };
  try {
    if (stored === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    return null;
  }
  return stored;
}
