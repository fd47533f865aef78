import { AppError } from '@libs/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { getMetadataStorage, ValidateIf, ValidationTypes } from 'class-validator';

/**
 * What a field of an input class is made of: class-transformer reads it, class-validator judges it, and class-validator's
 * storage is the one place where it is written down. A property without a decorator is never touched by the client.
 */

/** What has to be known of a field before its value is handed to the libraries. */
export interface FieldFacts {
  readonly source: 'query' | 'body';
  /** Whether the client must send it. */
  readonly required: boolean;
  /** In a body: whether null is welcome. */
  readonly nullable?: boolean;
  /** In a query: whether several values are welcome. */
  readonly many?: boolean;
  /** In a body: most items, of which one more is read; undefined where the field is no list. */
  readonly maxItems?: number;
  /** In a body: the class of the object, or of the items of the list. */
  readonly model?: () => FieldClass;
}

export type FieldClass<T extends object = object> = new () => T;

/**
 * Declares a field: documented by `schema`, judged by `rules` in their order once it is there. There is no `Expose`: the
 * readers hand over declared names only, and for every exposed name class-transformer goes through all of them again.
 */
export function inputField(
  schema: Record<string, unknown>,
  facts: FieldFacts,
  rules: readonly PropertyDecorator[],
): PropertyDecorator {
  const isJudged = (_: object, value: unknown): boolean =>
    value === undefined ? facts.required : value !== null || !facts.nullable;
  return applyDecorators(
    ApiProperty(schema as Parameters<typeof ApiProperty>[0]),
    ValidateIf(isJudged, { context: facts }),
    ...rules,
  );
}

const fieldsByClass = new WeakMap<object, ReadonlyMap<string, FieldFacts>>();

/** The fields of a class, those of its base classes first. A subclass may redeclare a field of its base. */
export function fieldsOf(type: object): ReadonlyMap<string, FieldFacts> {
  const known = fieldsByClass.get(type);
  if (known) return known;
  const fields = new Map<string, FieldFacts>();
  for (const owner of lineOf(type)) {
    for (const metadata of getMetadataStorage().getTargetValidationMetadatas(owner, '', false, false)) {
      if (metadata.type !== ValidationTypes.CONDITIONAL_VALIDATION) continue;
      fields.set(metadata.propertyName, metadata.context as FieldFacts);
    }
  }
  fieldsByClass.set(type, fields);
  return fields;
}

/** A class and those it extends, the last ancestor first. */
function lineOf(type: object): readonly FieldClass[] {
  const line: FieldClass[] = [];
  for (let owner: object | null = type; owner !== null && owner !== Function.prototype;) {
    line.unshift(owner as FieldClass);
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return line;
}

/** The 422 of a value that was read but does not fit: names the field and the rule. */
export function invalid(field: string, rule: string): AppError {
  return new AppError('validation_error', `${field}: ${rule}`);
}

/** The 400 of a request that cannot be read. */
export function unreadable(detail: string): AppError {
  return new AppError('bad_request', detail);
}
