/**
 * Removes the texts of large scripts from a page before it is parsed. The parser concatenates a text word by word and keeps all
 * parts, so a JSON-LD block of 7 MB takes 100 MB. Each text is replaced by a placeholder, from which `textOf` returns the text.
 */

import { randomUUID } from 'node:crypto';

/** Smaller texts are not removed. */
const LARGE = 10_000;
/** The start tag of a script with JSON. The bounds on attributes limit the time to find its end. */
const START = /<script\s(?:[^<>"']|"[^"<>]{0,500}"|'[^'<>]{0,500}'){1,500}>(?=\s*[[{])/gi;
const END = /<\/script[\s/>]/gi;
/** With these, the end of a script is not determined by its end tag alone. */
const SPECIAL = /<!--|<script/i;

export interface LightPage {
  readonly html: string;
  /** Returns the text of a script for its content in `html`. */
  readonly textOf: (content: string) => string;
}

/** Removes the texts of large JSON scripts. */
export function withoutScriptBodies(html: string): LightPage {
  // Unpredictable for pages.
  const salt = randomUUID();
  const bodies = new Map<string, string>();
  const parts: string[] = [];
  let done = 0;
  START.lastIndex = 0;
  for (let start = START.exec(html); start !== null; start = START.exec(html)) {
    END.lastIndex = START.lastIndex;
    const end = END.exec(html);
    if (end === null) break;
    const [from, to] = [START.lastIndex, end.index];
    START.lastIndex = to;
    if (to - from < LARGE) continue;
    const body = html.slice(from, to);
    if (SPECIAL.test(body)) continue;
    const placeholder = `${salt} ${bodies.size}`;
    bodies.set(placeholder, body);
    parts.push(html.slice(done, from), placeholder);
    done = to;
  }
  const reducedHtml = done === 0 ? html : [...parts, html.slice(done)].join('');
  return { html: reducedHtml, textOf: (content) => bodies.get(content) ?? content };
}
