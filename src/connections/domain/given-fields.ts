import { AppError } from '@libs/kernel';
import type { CredentialField, Credentials } from '@libs/sources';

const LONGEST_VALUE = 16_384;

/**
 * What a person gave for a connection, held against what the platform asks for. Throws `validation_error` that names the
 * field and never its value.
 */
export function readFields(given: Readonly<Record<string, string>>, asked: readonly CredentialField[]): Credentials {
  for (const [name, value] of Object.entries(given)) {
    if (!asked.some((field) => field.name === name)) {
      throw new AppError('validation_error', `There is no field ${name}; known are ${namesOf(asked)}`);
    }
    if (value.length > LONGEST_VALUE) {
      throw new AppError('validation_error', `The field ${name} is longer than ${LONGEST_VALUE} characters`);
    }
  }
  const missing = asked.filter((field) => field.required && (given[field.name] ?? '').trim() === '');
  if (missing.length > 0) throw new AppError('validation_error', `Missing: ${explained(missing)}`);
  const filled = Object.entries(given).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

const namesOf = (fields: readonly CredentialField[]): string => fields.map((field) => field.name).join(', ');

const explained = (fields: readonly CredentialField[]): string =>
  fields.map((field) => `${field.name} (${field.description})`).join(', ');
