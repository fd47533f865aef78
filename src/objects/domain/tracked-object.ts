/**
 * An object: one hotel, clinic, branch or product ("group" in v2). It always belongs to the same account. While it is disabled,
 * nothing is collected and its reviews are not returned. A deleted object is no longer returned; its rows are removed later.
 * Contract §2.1, §4.6.
 */
import { notFound } from '@libs/kernel';

export interface TrackedObject {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** An object by its name, which others may have too. */
export type NamedObject = Pick<TrackedObject, 'id' | 'name'>;

/** Whether an object is enabled. */
export interface ObjectSwitch {
  readonly id: number;
  readonly isActive: boolean;
}

/**
 * Returns the ids of the requested objects that a mass switch changes; omits objects that are already in the requested state.
 * `objects` are the objects that were found; ids may repeat. Throws 404 if an id was not found.
 */
export function objectsToSwitch(
  objects: readonly ObjectSwitch[],
  requestedIds: readonly number[],
  isActive: boolean,
): readonly number[] {
  if (objects.length !== new Set(requestedIds).size) throw notFound();
  return objects.filter((object) => object.isActive !== isActive).map((object) => object.id);
}
