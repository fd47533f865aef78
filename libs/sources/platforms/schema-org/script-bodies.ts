/**
 * Removes the texts of large scripts from a page before it is parsed. The parser concatenates a text word by word and keeps all
 * parts, so a JSON-LD block of 7 MB takes 100 MB. Each text is replaced by a placeholder, which `textOf` maps back to the text.
 */

import { randomUUID } from 'node:crypto';

/** Smaller texts are not removed. */
const LARGE = 10_000;
/** The start tag of a script with JSON. The bounds on attributes limit the matching time. */
const START = /<script\s(?:[^<>"']|"[^"<>]{0,500}"|'[^'<>]{0,500}'){1,500}>(?=\s*[[{])/gi;
const END = /<\/script[\s/>]/gi;
/** In a script with one of these, the first end tag may not be the end of the script. */
const SPECIAL = /<!--|<script/i;

export interface LightPage {
  readonly html: string;
  /** Maps the content of a script in `html` to the script's text. */
  readonly textOf: (content: string) => string;
}

/** Removes the texts of large JSON scripts. */
export function withoutScriptBodies(html: string): LightPage {
  // Random, so that a page cannot contain a placeholder.
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
