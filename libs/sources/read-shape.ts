/**
 * Foreign JSON becomes ours here: parsed, held against a shape, or refused as `Changed`. A shape names what the adapter
 * uses and tolerates everything else, so that a new field is no alarm and a missing or retyped one is.
 */
import type { z } from 'zod';
import { Changed } from './source-errors';

/** JSON text as a value; throws `Changed` where it is none. `what` names it to people. */
export function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Changed(`${what} is no JSON`);
  }
}

/** `value` in the given shape; throws `Changed` with the first place that does not fit, never with the value itself. */
export function readShape<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.map(String).join('.') ?? '';
  throw new Changed(`${what} has another shape: ${place === '' ? '' : `${place}: `}${issue?.message ?? 'unreadable'}`);
}
