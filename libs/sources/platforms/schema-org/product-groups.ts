/**
 * Product groups of a page. The variants of a product (color, size) and their group are one item: the page shows one list of
 * reviews. A group and a variant are connected by `hasVariant`, `isVariantOf`, or the id of the group.
 */
import { isItem, nodeOf, textOf, valuesOf, type Block, type Item } from './item';

export class ProductGroups {
  private readonly groupOf = new Map<Item, Item>();
  private readonly variantsOf = new Map<Item, Item[]>();
  private readonly holders = new Map<string, Item>();
  private readonly absent = new Map<string, Item>();

  constructor(blocks: readonly Block[]) {
    for (const block of blocks) for (const item of block) this.add(item);
  }

  /** The group of an item; the item itself if it is in no group. */
  representativeOf(item: Item): Item {
    let representative = item;
    for (let next = this.groupOf.get(item); next !== undefined; next = this.groupOf.get(next)) representative = next;
    // Shorten the path, so that long chains are followed once.
    for (let at = item; at !== representative;) {
      const next = this.groupOf.get(at) ?? representative;
      this.groupOf.set(at, representative);
      at = next;
    }
    return representative;
  }

  /** An item's group with all items in it, the group first; the item alone if it is in no group. */
  membersOf(item: Item): readonly Item[] {
    const representative = this.representativeOf(item);
    return [representative, ...(this.variantsOf.get(representative) ?? [])];
  }

  private add(item: Item): void {
    for (const value of valuesOf(item, 'hasVariant')) if (isItem(value)) this.join(item, value);
    for (const value of valuesOf(item, 'isVariantOf')) if (isItem(value)) this.join(value, item);
    this.joinByGroupId(item);
    for (const values of item.properties.values()) for (const value of values) if (isItem(value)) this.add(value);
  }

  private joinByGroupId(item: Item): void {
    const id = textOf(item, 'productGroupID', 'inProductGroupWithID');
    if (id === null) return;
    const holder = this.holders.get(id);
    if (holder === undefined) this.holders.set(id, item);
    else if (textOf(item, 'productGroupID') !== null) this.join(item, holder);
    else this.join(holder, item);
  }

  private join(group: Item, variant: Item): void {
    const [above, below] = [this.representativeOf(this.nodeFor(group)), this.representativeOf(this.nodeFor(variant))];
    if (above === below) return;
    this.groupOf.set(below, above);
    const variants = this.variantsOf.get(above) ?? [];
    variants.push(below);
    for (const inner of this.variantsOf.get(below) ?? []) variants.push(inner);
    this.variantsOf.set(above, variants);
    this.variantsOf.delete(below);
  }

  /** The node of a reference. References to one node that the page does not have are one item. */
  private nodeFor(item: Item): Item {
    const node = nodeOf(item);
    if (node.properties.size > 0 || node.id === null) return node;
    const known = this.absent.get(node.id);
    if (known === undefined) this.absent.set(node.id, node);
    return known ?? node;
  }
}
