/**
 * Parses HTML to a tree as a browser does, in linear time. The tokenizer of parse5 compares each attribute of a tag with all
 * previous attributes to drop duplicates; this tokenizer uses a set.
 */
import { Parser, Tokenizer, type Token } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { Changed } from '../source-errors';

/**
 * Limit of attributes per tag; the recorded pages have 48 at most. A page with more is refused: a dropped attribute could mark a
 * review, and the incomplete list would count as complete. The parser repeats formatting elements with all their attributes in
 * each later paragraph, so the limit must be small.
 */
const MAX_ATTRIBUTES = 1_000;

class LinearTokenizer extends Tokenizer {
  private tag: Token.Token | null = null;
  private readonly names = new Set<string>();

  /** Called when the name of an attribute is complete: adds the attribute unless the tag already has one with that name. */
  protected override _leaveAttrName(): void {
    const tag = this.currentToken as Token.TagToken;
    if (this.tag !== tag) this.names.clear();
    this.tag = tag;
    const { name } = this.currentAttr;
    if (this.names.has(name)) return;
    if (this.names.size >= MAX_ATTRIBUTES) throw new Changed('A tag of the page has too many attributes');
    this.names.add(name);
    tag.attrs.push(this.currentAttr);
  }
}

/** Parses a page with scripting off. Throws `Changed` for a tag with more than 1,000 attributes. */
export function htmlTree(html: string): Htmlparser2TreeAdapterMap['document'] {
  const parser = new Parser<Htmlparser2TreeAdapterMap>({ treeAdapter: adapter, scriptingEnabled: false });
  parser.tokenizer = new LinearTokenizer(parser.options, parser);
  parser.tokenizer.write(html, true);
  return parser.document;
}
