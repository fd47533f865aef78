import { AppError } from '@libs/kernel';
import type { CredentialField, Credentials } from '@libs/sources';

const MAX_VALUE_LENGTH = 16_384;

/**
 * Validates the fields of a connection: trims values and omits empty ones. Throws `validation_error` for unknown, long and missing
 * fields; the error contains the name of the field, never its value.
 */
export function readFields(
  fields: Readonly<Record<string, string>>,
  expected: readonly CredentialField[],
): Credentials {
  for (const [name, value] of Object.entries(fields)) {
    if (!expected.some((field) => field.name === name)) {
      throw new AppError('validation_error', `There is no field ${name}; known are ${namesOf(expected)}`);
    }
    if (value.length > MAX_VALUE_LENGTH) {
      throw new AppError('validation_error', `The field ${name} is longer than ${MAX_VALUE_LENGTH} characters`);
    }
  }
  const missing = expected.filter((field) => field.required && (fields[field.name] ?? '').trim() === '');
  if (missing.length > 0) throw new AppError('validation_error', `Missing: ${descriptionsOf(missing)}`);
  const filled = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

const namesOf = (fields: readonly CredentialField[]): string => fields.map((field) => field.name).join(', ');

const descriptionsOf = (fields: readonly CredentialField[]): string =>
  fields.map((field) => `${field.name} (${field.description})`).join(', ');
