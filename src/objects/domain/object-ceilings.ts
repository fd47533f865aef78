/**
 * The limits of an account's objects (contract §7.2, §5.3). The plan's limit counts enabled objects that are not deleted. The
 * creation budget counts every object created in the last 30 days, including deleted ones, so that clients
 * cannot circumvent the limit by deleting and creating objects.
 */
import { AppError } from '@libs/kernel';

export const CREATION_WINDOW_DAYS = 30;

/** The account's numbers of active objects and of objects created in the window. */
export interface ObjectCounts {
  readonly active: number;
  readonly createdInWindow: number;
}

/** Objects an account may create in 30 consecutive days. It is not part of a plan. */
export function objectCreationBudget({ objectCeiling }: { readonly objectCeiling: number }): number {
  return 3 * objectCeiling + 10;
}

/** Throws if one more object is not allowed: `object_limit_reached` takes precedence over `object_creation_budget_exhausted`. */
export function assertMayCreate(counts: ObjectCounts, objectCeiling: number, creationBudget: number): void {
  if (counts.active >= objectCeiling) throw limitReached(objectCeiling);
  if (counts.createdInWindow < creationBudget) return;
  throw new AppError(
    'object_creation_budget_exhausted',
    `At most ${creationBudget} objects may be created within ${CREATION_WINDOW_DAYS} days; deleted ones count too`,
  );
}

/** Throws if `additional` more active objects would exceed the limit; never for 0. */
export function assertMaySwitchOn(active: number, additional: number, objectCeiling: number): void {
  if (additional > 0 && active + additional > objectCeiling) throw limitReached(objectCeiling);
}

function limitReached(objectCeiling: number): AppError {
  return new AppError('object_limit_reached', `The plan allows ${objectCeiling} active objects`);
}
