/**
 * An object: one hotel, clinic, branch, product ("group" in v2). It belongs to one account for ever. A switched-off
 * object rests: nothing is collected and its reviews are not returned. A deleted one is gone for every answer at once;
 * its rows are purged later. Contract §2.1, §4.6.
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

/** Whether an object is on. */
export interface ObjectSwitch {
  readonly id: number;
  readonly isActive: boolean;
}

/**
 * Which of the asked objects a mass switch changes. All or nothing: an id that was not found throws 404. Objects that
 * already stand as asked are not changed; repeated ids are harmless.
 */
export function objectsToSwitch(
  found: readonly ObjectSwitch[],
  asked: readonly number[],
  isActive: boolean,
): readonly number[] {
  if (found.length !== new Set(asked).size) throw notFound();
  return found.filter((object) => object.isActive !== isActive).map((object) => object.id);
}
