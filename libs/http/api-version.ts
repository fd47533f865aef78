import { VERSION_NEUTRAL } from '@nestjs/common';

/** The versions of the API (contract §9): the number in the path prefix, without the `v`. */
export const V2 = '2';
export const V3 = '3';

/** For controllers whose paths and wire format are the same in every version. Never combine it with an array of paths. */
export const EVERY_VERSION: string[] = [V2, V3];

/** For paths without a prefix, such as `/health`. */
export const NO_VERSION: typeof VERSION_NEUTRAL = VERSION_NEUTRAL;

export type ApiVersion = typeof V2 | typeof V3;

/** The API of the console's own pages, below /console/api, which has no version. */
export const CONSOLE_API = 'console';

/** The OpenAPI documents: one for each version, and one for the API of the console. */
export type DocumentName = ApiVersion | typeof CONSOLE_API;

/** The word for a tracked object in paths, parameters and codes: "group" in v2, "object" in v3. */
export type ObjectNoun = 'group' | 'object';
