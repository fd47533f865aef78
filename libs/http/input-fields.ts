import { AppError } from '@libs/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { getMetadataStorage, ValidateIf, ValidationTypes } from 'class-validator';

/**
 * Fields of input classes. class-transformer reads them, and class-validator checks them. They are registered only in
 * class-validator's metadata storage. A property without a decorator is not an input.
 */

/** The properties of a field that are needed before its value is passed to the libraries. */
export interface FieldFacts {
  readonly source: 'query' | 'body';
  readonly required: boolean;
  /** In a body: null is allowed. */
  readonly nullable?: boolean;
  /** In a query: several values are allowed. */
  readonly many?: boolean;
  /** In a body: maximum number of items; undefined if the field is not a list. */
  readonly maxItems?: number;
  /** In a body: the field is an object with any names, of at most this many texts. */
  readonly maxEntries?: number;
  /** In a body: the class of the object, or of the items of the list. */
  readonly model?: () => FieldClass;
}

export type FieldClass<T extends object = object> = new () => T;

/**
 * Declares a field. `schema` documents it; `rules` are checked in order if a value is present. `Expose` is not used, because the
 * readers pass declared names only, and class-transformer's time is quadratic in the number of exposed names.
 */
export function inputField(
  schema: Record<string, unknown>,
  facts: FieldFacts,
  rules: readonly PropertyDecorator[],
): PropertyDecorator {
  const isChecked = (_: object, value: unknown): boolean =>
    value === undefined ? facts.required : value !== null || !facts.nullable;
  return applyDecorators(
    ApiProperty(schema as Parameters<typeof ApiProperty>[0]),
    ValidateIf(isChecked, { context: facts }),
    ...rules,
  );
}

const fieldsByClass = new WeakMap<object, ReadonlyMap<string, FieldFacts>>();

/** The fields of a class, those of its base classes first. A subclass may redeclare a field of its base class. */
export function fieldsOf(type: object): ReadonlyMap<string, FieldFacts> {
  const cached = fieldsByClass.get(type);
  if (cached) return cached;
  const fields = new Map<string, FieldFacts>();
  for (const owner of lineageOf(type)) {
    for (const metadata of getMetadataStorage().getTargetValidationMetadatas(owner, '', false, false)) {
      if (metadata.type !== ValidationTypes.CONDITIONAL_VALIDATION) continue;
      fields.set(metadata.propertyName, metadata.context as FieldFacts);
    }
  }
  fieldsByClass.set(type, fields);
  return fields;
}

/** A class and its ancestors, the most distant one first. */
function lineageOf(type: object): readonly FieldClass[] {
  const lineage: FieldClass[] = [];
  for (let owner: object | null = type; owner !== null && owner !== Function.prototype;) {
    lineage.unshift(owner as FieldClass);
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return lineage;
}

/** A 422 error that names the field and the rule that its value breaks. */
export function invalid(field: string, rule: string): AppError {
  return new AppError('validation_error', `${field}: ${rule}`);
}

/** A 400 error for a request that cannot be parsed. */
export function unreadable(detail: string): AppError {
  return new AppError('bad_request', detail);
}
