/**
 * Converts texts that may contain HTML to plain text. Interfaces and JSON-LD leave tags in texts: `<br>` of line breaks, `<p>` and
 * `<strong>` of editors. The tags of the lists become line breaks or nothing. Everything else is text: `I <3 this`, `a<b and b>c`,
 * `<script>` and unknown names.
 */
import { decodeEntities } from '../decode-entities';

/** Line breaks of a block. Of adjacent blocks the largest number counts; every `<br>` is a break of its own. */
const PARAGRAPH = 2;
const LINE = 1;
const PARAGRAPHS = 'p h1 h2 h3 h4 h5 h6 blockquote ul ol dl table pre hr'.split(' ');
const LINES =
  'div li tr dt dd section article header footer main aside nav figure figcaption address center caption thead tbody tfoot'.split(
    ' ',
  );
const CELLS = ['td', 'th'];
const INLINE =
  'a abbr acronym b bdi bdo big cite code del dfn em font i img ins kbd mark nobr o:p q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  );

const BREAKS: ReadonlyMap<string, number> = new Map([
  ...PARAGRAPHS.map((name) => [name, PARAGRAPH] as const),
  ...LINES.map((name) => [name, LINE] as const),
]);

/** An attribute needs a value: `<b and c>` is text. */
const ATTRIBUTES = String.raw`(?:\s+[a-z_:@][\w:.-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=\x60]+))*`;
const NAMES = ['br', ...BREAKS.keys(), ...CELLS, ...INLINE].join('|');
const TAG = new RegExp(String.raw`<\/?(${NAMES})${ATTRIBUTES}\s*\/?>`, 'gi');

/**
 * The plain text. Line breaks are `\n`; those around a tag that starts a line are the markup's own. Tags are removed before character
 * references are decoded, so `&lt;br&gt;` stays the text `<br>`.
 */
export function plainText(html: string): string {
  const text = html.replace(/\r\n?/g, '\n');
  return decodeEntities(text.includes('<') ? withoutTags(text) : text)
    .replace(/\r\n?/g, '\n')
    .trim();
}

function withoutTags(html: string): string {
  const lines = new BrokenText();
  let at = 0;
  for (const match of html.matchAll(TAG)) {
    lines.addText(html.slice(at, match.index));
    lines.addTag((match[1] ?? '').toLowerCase());
    at = match.index + match[0].length;
  }
  lines.addText(html.slice(at));
  return lines.text;
}

const BLANK = /^(?:\s|&nbsp;|&#160;)*$/i;

/** A text whose breaks are written when the text after them is known. */
class BrokenText {
  private readonly parts: string[] = [];
  private singleBreaks = 0;
  private blockBreaks = 0;

  get text(): string {
    return this.parts.join('');
  }

  addTag(name: string): void {
    if (name === 'br') this.singleBreaks += 1;
    else if (CELLS.includes(name) && this.parts.at(-1)?.endsWith(' ') === false) this.addText(' ');
    else this.blockBreaks = Math.max(this.blockBreaks, BREAKS.get(name) ?? 0);
  }

  addText(piece: string): void {
    const breaks = Math.max(this.singleBreaks, this.blockBreaks);
    if (breaks === 0 && piece !== '') this.parts.push(piece);
    if (breaks === 0 || BLANK.test(piece)) return;
    const isBlock = this.blockBreaks > 0;
    this.trimEnd(isBlock);
    this.parts.push('\n'.repeat(breaks), isBlock ? piece.trimStart() : piece.replace(/^[ \t]*\n?[ \t]*/, ''));
    this.singleBreaks = 0;
    this.blockBreaks = 0;
  }

  /** Removes the white space before a break: before a block all of it, before `<br>` the end of its line. */
  private trimEnd(isBlock: boolean): void {
    for (let last = this.parts.pop(); last !== undefined; last = this.parts.pop()) {
      const kept = isBlock ? last.trimEnd() : withoutLineEnd(last);
      if (kept !== '') {
        this.parts.push(kept);
        return;
      }
    }
  }
}

/** The text without the blanks at its end, and without one line break among them. No pattern, because one would take quadratic time. */
function withoutLineEnd(text: string): string {
  const line = withoutBlanks(text);
  return line.endsWith('\n') ? withoutBlanks(line.slice(0, -1)) : line;
}

function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
