/**
 * HTML as a tree, read as a browser reads it, at a cost that grows with the page. The tokenizer of parse5 compares each attribute
 * of a tag with all before it, to drop repeated ones; this one looks the name up.
 */
import { Parser, Tokenizer, type Token } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { Changed } from '../../source-errors';

/**
 * Attributes of one tag at most; the recorded pages have 48 at most. A page with more is refused: dropping the
 * rest could drop the one that marks a review, and a shorter list would look complete. Elements for formatting are repeated with
 * all their attributes in each paragraph after them, so the number must be small even where each is cheap.
 */
const MAX_ATTRIBUTES = 1_000;

class LinearTokenizer extends Tokenizer {
  private tag: Token.Token | null = null;
  private readonly names = new Set<string>();

  /** Keeps the attribute whose name has just ended, unless the tag has one of that name. */
  protected override _leaveAttrName(): void {
    const tag = this.currentToken as Token.TagToken;
    if (this.tag !== tag) this.names.clear();
    this.tag = tag;
    const { name } = this.currentAttr;
    if (this.names.has(name)) return;
    if (this.names.size >= MAX_ATTRIBUTES) throw new Changed('A tag of the page has too many attributes to be read');
    this.names.add(name);
    tag.attrs.push(this.currentAttr);
  }
}

/** The tree of a page. Scripting counts as off. Throws `Changed` for a tag with more than 1,000 attributes. */
export function htmlTree(html: string): Htmlparser2TreeAdapterMap['document'] {
  const parser = new Parser<Htmlparser2TreeAdapterMap>({ treeAdapter: adapter, scriptingEnabled: false });
  parser.tokenizer = new LinearTokenizer(parser.options, parser);
  parser.tokenizer.write(html, true);
  return parser.document;
}
