import { AppError } from '@libs/kernel';
import type { CredentialField, Credentials, CredentialSet } from '@libs/sources';

const MAX_VALUE_LENGTH = 16_384;

/**
 * Validates the fields of a connection: trims values and omits empty ones. Throws `validation_error` for unknown, long and missing
 * fields, and unless all fields of one of the `alternatives` are filled; the error contains the names of fields, never a value.
 */
export function readFields(
  fields: Readonly<Record<string, string>>,
  expected: readonly CredentialField[],
  alternatives: readonly CredentialSet[] = [],
): Credentials {
  for (const [name, value] of Object.entries(fields)) {
    if (!expected.some((field) => field.name === name))
      throw invalidField(shortened(name), `is not known; known are ${namesOf(expected)}`);
    if (value.length > MAX_VALUE_LENGTH)
      throw invalidField(name, `must be at most ${MAX_VALUE_LENGTH} characters long`);
  }
  const missing = expected.find((field) => field.required && (fields[field.name] ?? '').trim() === '');
  if (missing) throw invalidField(missing.name, 'is required');
  const isFilled = (name: string): boolean => (fields[name] ?? '').trim() !== '';
  if (alternatives.length > 0 && !alternatives.some(({ required }) => required.every(isFilled)))
    throw new AppError(
      'validation_error',
      `fields: fill ${alternatives.map(({ required }) => required.join(', ')).join('; or ')}`,
    );
  const filled = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

const invalidField = (name: string, rule: string): AppError =>
  new AppError('validation_error', `fields.${name}: ${rule}`);

const namesOf = (fields: readonly CredentialField[]): string => fields.map((field) => field.name).join(', ');

const MAX_NAME_LENGTH = 60;

const shortened = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
