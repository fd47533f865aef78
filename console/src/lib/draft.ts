import { useState } from 'react';

/** A text that survives reloads and sign-outs in this browser, under `name`. An empty text is not stored. */
export function useDraft(
  name: string,
  initial: string,
): readonly [text: string, set: (text: string) => void, clear: () => void] {
  const key = `hrev-draft:${name}`;
  const [text, setText] = useState(() => read(key) ?? initial);
  const set = (next: string): void => {
    setText(next);
    write(key, next);
  };
  return [text, set, () => write(key, '')];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Without storage, the draft lives as long as the screen. */
function write(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    return;
  }
}
