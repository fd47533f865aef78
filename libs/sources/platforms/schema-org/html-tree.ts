/**
 * Parses HTML to a tree as a browser does, in linear time. The tokenizer of parse5 compares each attribute of a tag with all
 * previous ones to drop duplicates; this one uses a set.
 */
import { Parser, Tokenizer, type Token } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { Changed } from '../../source-errors';

/**
 * Limit of attributes per tag; the recorded pages have 48 at most. A page with more is refused: a dropped attribute could be the
 * one that marks a review, and the list would look complete. The parser repeats formatting elements with all their attributes in
 * each later paragraph, so the limit must be small.
 */
const MAX_ATTRIBUTES = 1_000;

class LinearTokenizer extends Tokenizer {
  private tag: Token.Token | null = null;
  private readonly names = new Set<string>();

  /** Adds the attribute whose name is complete, unless the tag already has one of that name. */
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
