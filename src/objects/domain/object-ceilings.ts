/**
 * How many objects an account may have and create (contract §7.2, §5.3). The plan's limit counts objects that are switched on and
 * not deleted. The creation budget counts every object created in the last 30 days, also deleted ones, so that deleting and
 * creating objects does not circumvent the limit.
 */
import { AppError } from '@libs/kernel';

export const CREATION_WINDOW_DAYS = 30;

/** What the account has, read under its lock. */
export interface ObjectCounts {
  readonly active: number;
  readonly createdInWindow: number;
}

/** Refuses one more object: `object_limit_reached` before `object_creation_budget_exhausted`. */
export function assertMayCreate(counts: ObjectCounts, objectCeiling: number, creationBudget: number): void {
  if (counts.active >= objectCeiling) throw limitReached(objectCeiling);
  if (counts.createdInWindow < creationBudget) return;
  throw new AppError(
    'object_creation_budget_exhausted',
    `At most ${creationBudget} objects may be created within ${CREATION_WINDOW_DAYS} days; deleted ones count too`,
  );
}

/** Refuses to switch on `switchedOn` more objects where that exceeds the limit; 0 is never refused. */
export function assertMaySwitchOn(active: number, switchedOn: number, objectCeiling: number): void {
  if (switchedOn > 0 && active + switchedOn > objectCeiling) throw limitReached(objectCeiling);
}

function limitReached(objectCeiling: number): AppError {
  return new AppError('object_limit_reached', `The plan allows ${objectCeiling} active objects`);
}
