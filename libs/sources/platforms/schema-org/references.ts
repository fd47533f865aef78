/**
 * Connects references to their nodes. In JSON-LD an object that has only an `@id` refers to the node with that id, which may be in
 * any block of the page. Sites also write the id as a text: `"author": "#person-7"`.
 *
 * A reference is read like its node, and one node may have any number of references. A hostile page of a megabyte could refer
 * thousands of times to a text of hundreds of kilobytes, so the size of everything that is read through references is limited to a
 * multiple of the size of the page. Beyond the limit a reference has no values.
 */
import { parsedUrl } from '@libs/kernel';
import { isItem, type Block, type Item, type Reference, type Value } from './item';
import { NODE_PROPERTIES, REVIEW_TYPES } from './vocabulary';

/** Pages read a node once per reference, and nodes are smaller than the page. */
const READ_PER_SIZE = 10;
/** Further nodes with the same id are ignored, so that each property is found in a limited time. */
const MAX_NODES = 8;

/**
 * Sets `reference` of all items of a page that refer to a node, and replaces texts that are ids by such items. Returns the
 * references by their objects in the markup (`Item.raw`).
 */
export function linkReferences(blocks: readonly Block[], baseUrl: string): ReadonlyMap<object, Reference> {
  const nodes = new NodeIndex(baseUrl);
  blocks.forEach((block, number) => block.forEach((item) => addNodes(item, number, nodes)));
  if (!nodes.isEmpty) blocks.forEach((block, number) => block.forEach((item) => linkItem(item, number, nodes)));
  return nodes.references;
}

function addNodes(item: Item, block: number, nodes: NodeIndex): void {
  nodes.add(item, block);
  for (const values of item.properties.values())
    for (const value of values) if (isItem(value)) addNodes(value, block, nodes);
}

function linkItem(item: Item, block: number, nodes: NodeIndex): void {
  if (isReference(item)) {
    const reference = nodes.find(item.id, block);
    if (reference === null) return;
    item.reference = reference;
    nodes.references.set(item.raw, reference);
    return;
  }
  for (const [name, values] of item.properties) {
    if (NODE_PROPERTIES.has(name)) linkTexts(item, name, values, block, nodes);
    for (const value of values) if (isItem(value)) linkItem(value, block, nodes);
  }
}

/** Replaces texts that are the id of a node. */
function linkTexts(item: Item, name: string, values: readonly Value[], block: number, nodes: NodeIndex): void {
  const linked = values.map((value) => (isItem(value) ? value : (referenceByText(value, block, nodes) ?? value)));
  if (linked.some((value, index) => value !== values[index])) {
    (item.properties as Map<string, readonly Value[]>).set(name, linked);
  }
}

function referenceByText(text: string, block: number, nodes: NodeIndex): Item | null {
  // A word is a name, even if a node has it as its id.
  if (text.length > MAX_ID_LENGTH || !/[#/:]/.test(text)) return null;
  const reference = nodes.find(text.trim(), block);
  return reference === null ? null : { types: [], id: text.trim(), properties: new Map(), raw: {}, reference };
}

const isReference = (item: Item): item is Item & { readonly id: string } =>
  item.id !== null && item.properties.size === 0;

const MAX_ID_LENGTH = 2_048;

/** The nodes of a page by their ids. */
class NodeIndex {
  readonly references = new Map<object, Reference>();
  private readonly byId = new Map<string, { readonly nodes: Item[]; readonly mayRead: Reference['mayRead'] }>();
  private readonly sizes = new WeakMap<Item, number>();
  private left = 0;
  private readonly mayRead: Reference['mayRead'] = (values) => {
    for (const value of values) {
      if (this.left < 0) return false;
      this.left -= this.sizeOf(value);
    }
    return this.left >= 0;
  };

  constructor(private readonly baseUrl: string) {}

  get isEmpty(): boolean {
    return this.byId.size === 0;
  }

  /** Adds an item that has an id and properties. */
  add(item: Item, block: number): void {
    for (const values of item.properties.values()) {
      for (const value of values) this.left += READ_PER_SIZE * (isItem(value) ? 1 : 1 + value.length);
    }
    if (item.id === null || item.properties.size === 0 || item.id.length > MAX_ID_LENGTH) return;
    const key = this.keyOf(item.id, block);
    const entry = this.byId.get(key);
    if (entry === undefined) this.byId.set(key, { nodes: [item], mayRead: this.mayRead });
    // Some templates give all reviews of a page one id. Their properties must not be mixed.
    else if (entry.nodes.length < MAX_NODES && ![item, ...entry.nodes].some(isTypedReview)) entry.nodes.push(item);
  }

  find(id: string, block: number): Reference | null {
    return id.length > MAX_ID_LENGTH ? null : (this.byId.get(this.keyOf(id, block)) ?? null);
  }

  /** An id is an address, relative to the page. A blank node's id (`_:b0`) is valid in its block only. */
  private keyOf(id: string, block: number): string {
    return id.startsWith('_:') ? `${block} ${id}` : (parsedUrl(id, this.baseUrl)?.href ?? id);
  }

  /** The size of a value with all items below it, references excluded. */
  private sizeOf(value: Value): number {
    if (!isItem(value)) return 1 + value.length;
    const known = this.sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    for (const values of value.properties.values()) for (const inner of values) size += this.sizeOf(inner);
    this.sizes.set(value, size);
    return size;
  }
}

const isTypedReview = ({ types }: Item): boolean => types.some((type) => REVIEW_TYPES.has(type));
