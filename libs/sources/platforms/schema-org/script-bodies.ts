/**
 * The texts of large scripts, taken out of a page before it is parsed. The parser puts a text together word by word and keeps
 * all the parts: a JSON-LD block of 7 MB takes 100 MB so. In its place stands a mark, so the parser still says which
 * scripts there are; whoever reads one asks for its text by the mark.
 */

import { randomUUID } from 'node:crypto';

/** Smaller texts stay where they are. */
const LARGE = 10_000;
/** A start tag of a script with JSON in it. Attributes are bounded, so that looking for one end costs no more than so much. */
const START = /<script\s(?:[^<>"']|"[^"<>]{0,500}"|'[^'<>]{0,500}'){1,500}>(?=\s*[[{])/gi;
const END = /<\/script[\s/>]/gi;
/** With these, where a script ends depends on more than its end tag. */
const SPECIAL = /<!--|<script/i;

export interface LightPage {
  readonly html: string;
  /** The text of a script, from what stands in it. */
  readonly textOf: (content: string) => string;
}

/** The page without the texts of its large JSON scripts. */
export function withoutScriptBodies(html: string): LightPage {
  // No page knows it.
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
    const mark = `${salt} ${bodies.size}`;
    bodies.set(mark, body);
    parts.push(html.slice(done, from), mark);
    done = to;
  }
  const light = done === 0 ? html : [...parts, html.slice(done)].join('');
  return { html: light, textOf: (content) => bodies.get(content) ?? content };
}
