/** How the list of objects is filtered and ordered (contract §4.6). */
import type { PageRequest } from '@libs/kernel';
import type { TrackedObject } from './tracked-object';

/**
 * What objects are listed by. `failed`: an enabled link failed, frozen ones included; `partial`: the object or an enabled link has this
 * state (`objectState`, `linkState`); `frozen`: an enabled link is frozen; `off`: the object is disabled, and has no other problem.
 */
export const OBJECT_PROBLEMS = ['failed', 'partial', 'frozen', 'off'] as const;
export type ObjectProblem = (typeof OBJECT_PROBLEMS)[number];

export const OBJECT_ORDERS = ['created_at', 'name'] as const;
export type ObjectOrder = (typeof OBJECT_ORDERS)[number];

/** Filters and order of the list. A filter that is null does not restrict it. */
export interface ObjectListRequest extends PageRequest {
  readonly search: string | null;
  readonly folderId: number | null;
  readonly problem: ObjectProblem | null;
  readonly order: ObjectOrder;
}

/** A page of objects; `total` and the objects are read in one snapshot. */
export interface ObjectPage {
  readonly objects: readonly TrackedObject[];
  readonly total: number;
}
