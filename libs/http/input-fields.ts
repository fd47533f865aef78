import { AppError } from '@libs/kernel';

/**
 * Reading what a client sent, one strict reader per field (reliability D45: no implicit conversion anywhere). A class
 * whose properties carry the decorators of `query-fields` and `body-fields` is filled by `readFields`; a property
 * without a decorator is never touched by the client.
 */

/** Turns one raw value into the property's value or throws the refusal. `path` names the field in it. */
export type FieldReader = (raw: unknown, path: string) => unknown;

export interface InputField {
  readonly name: string;
  /** Whether the client must send it. */
  readonly required: boolean;
  /** In a query: whether several values are welcome. */
  readonly many: boolean;
  readonly read: FieldReader;
}

export type FieldClass<T extends object = object> = new () => T;

const fieldsByClass = new WeakMap<object, Map<string, InputField>>();

/** Registers a field on the class that `prototype` belongs to. */
export function defineField(prototype: object, field: InputField): void {
  const owner = prototype.constructor;
  const fields = fieldsByClass.get(owner) ?? new Map<string, InputField>();
  fields.set(field.name, field);
  fieldsByClass.set(owner, fields);
}

/** The fields of a class, those of its base classes first. A subclass may declare a field of its base anew. */
export function fieldsOf(type: object): ReadonlyMap<string, InputField> {
  const chain: object[] = [];
  for (let owner: object | null = type; owner !== null && owner !== Function.prototype;) {
    chain.unshift(owner);
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  const fields = new Map<string, InputField>();
  for (const owner of chain) for (const [name, field] of fieldsByClass.get(owner) ?? []) fields.set(name, field);
  return fields;
}

/** The 422 of a value that was read but does not fit: names the field and the rule. */
export function invalid(field: string, rule: string): AppError {
  return new AppError('validation_error', `${field}: ${rule}`);
}

/** The 400 of a request that cannot be read. */
export function unreadable(detail: string): AppError {
  return new AppError('bad_request', detail);
}

const MAX_REPORTED = 5;

/**
 * Runs every reader and reports what is wrong with all of them together (the first five), so that a caller mends a
 * request once. What makes a request unreadable ends the reading at once.
 */
export function collectProblems(readers: readonly (() => void)[]): void {
  const problems: string[] = [];
  for (const read of readers) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_error') throw error;
      problems.push(error.detail);
      if (problems.length === MAX_REPORTED) break;
    }
  }
  if (problems.length > 0) throw new AppError('validation_error', problems.join('; '));
}
