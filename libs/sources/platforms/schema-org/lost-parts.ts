/**
 * Values of a form that no reader of a property takes (contract §10.2): an object without a known property in the place of a text or of
 * an address. The readers pass over them, because a text beside them may have the same value.
 */
import { isItem, textOf, valuesOf, type Item, type Value } from './item';
import type { UnreadPart } from './unread';

/** The parts of a review that have only such values. */
export function lostParts(item: Item): readonly UnreadPart[] {
  const photos = valuesOf(item, 'image', 'photo', 'images').filter(isWithoutAddress);
  return [
    ...(valuesOf(item, 'author', 'creator', 'reviewer').some(
      (author) => isItem(author) && hasOnlyObjects(author, 'name'),
    )
      ? (['author'] as const)
      : []),
    ...(hasOnlyObjects(item, 'datePublished', 'dateCreated', 'dateModified') ? (['date'] as const) : []),
    ...(hasOnlyObjects(item, 'url') ? (['address'] as const) : []),
    ...photos.map(() => 'photo' as const),
  ];
}

/** The data about an item that have only such values; `aggregate` is null if the item has no aggregate rating that can be read. */
export function lostPartsOfObject(item: Item | null, aggregate: Item | null): readonly UnreadPart[] {
  const hasLostAggregate = item !== null && aggregate === null && valuesOf(item, 'aggregateRating').some(isFilled);
  return [
    ...(item !== null && hasOnlyObjects(item, 'name') ? (['name'] as const) : []),
    ...(hasLostAggregate ? (['average'] as const) : []),
    ...(aggregate !== null && hasOnlyObjects(aggregate, 'reviewCount') ? (['count'] as const) : []),
  ];
}

function hasOnlyObjects(item: Item, ...names: readonly string[]): boolean {
  return textOf(item, ...names) === null && valuesOf(item, ...names).some((value) => isItem(value) && isFilled(value));
}

const ADDRESSES = ['contentUrl', 'url', 'thumbnailUrl', 'thumbnail'];

const isWithoutAddress = (value: Value): boolean =>
  isItem(value) && textOf(value, ...ADDRESSES) === null && value.id === null;

const isFilled = (value: Value): boolean => (isItem(value) ? value.properties.size > 0 : value.trim() !== '');
