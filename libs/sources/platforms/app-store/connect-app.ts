/** The description of an app in the App Store Connect API. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { readShape } from '../../read-shape';

export const appShape = z.looseObject({
  data: z.looseObject({ attributes: z.looseObject({ name: z.string().nullish() }) }),
});

/** The name of the app. Throws `Changed` if the description does not match. */
export function readAppName(value: unknown): string | null {
  return cleanTextOrNull(readShape(appShape, value, "App Store Connect's data about the app").data.attributes.name);
}
