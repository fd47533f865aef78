/**
 * Parts that are stated, but only in a form that cannot be read (contract §10.2): an object in the place of a text or an address, such as
 * `"datePublished": {"@type": "Date", "day": 1}`. The readers of properties skip such objects, because a text beside them may have the
 * same value, so they are found here.
 */
import { isItem, textOf, valuesOf, type Item, type Value } from './item';
import type { UnreadPart } from './unread';

/** The parts of a review that have only such values. */
export function unreadPartsOf(item: Item): readonly UnreadPart[] {
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
export function unreadPartsOfObject(item: Item | null, aggregate: Item | null): readonly UnreadPart[] {
  const isAggregateUnread = item !== null && aggregate === null && valuesOf(item, 'aggregateRating').some(isFilled);
  return [
    ...(item !== null && hasOnlyObjects(item, 'name') ? (['name'] as const) : []),
    ...(isAggregateUnread ? (['average'] as const) : []),
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
