import { AppError } from '@libs/kernel';
import type { CredentialField, Credentials } from '@libs/sources';

const LONGEST_VALUE = 16_384;

/**
 * Checks the fields of a connection against those that the platform needs. Throws `validation_error` that names the field and
 * never its value.
 */
export function readFields(given: Readonly<Record<string, string>>, expected: readonly CredentialField[]): Credentials {
  for (const [name, value] of Object.entries(given)) {
    if (!expected.some((field) => field.name === name)) {
      throw new AppError('validation_error', `There is no field ${name}; known are ${namesOf(expected)}`);
    }
    if (value.length > LONGEST_VALUE) {
      throw new AppError('validation_error', `The field ${name} is longer than ${LONGEST_VALUE} characters`);
    }
  }
  const missing = expected.filter((field) => field.required && (given[field.name] ?? '').trim() === '');
  if (missing.length > 0) throw new AppError('validation_error', `Missing: ${explained(missing)}`);
  const filled = Object.entries(given).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

const namesOf = (fields: readonly CredentialField[]): string => fields.map((field) => field.name).join(', ');

const explained = (fields: readonly CredentialField[]): string =>
  fields.map((field) => `${field.name} (${field.description})`).join(', ');
