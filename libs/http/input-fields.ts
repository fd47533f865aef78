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

declare const VALUE: unique symbol;

/** A field of an input class, made with the functions `Query…` and `Body…`; its values are of the type `T`. */
export type InputField<T> = PropertyDecorator & { readonly [VALUE]?: () => T };

type Fields = Readonly<Record<string, InputField<unknown>>>;
type ValueOf<Field> = Field extends InputField<infer T> ? T : never;
type OptionalNames<F extends Fields> = {
  [Name in keyof F]: undefined extends ValueOf<F[Name]> ? Name : never;
}[keyof F];

type InputOf<F extends Fields> = {
  readonly [Name in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[Name]>;
} & { readonly [Name in OptionalNames<F>]?: ValueOf<F[Name]> };

const DECLARED = Symbol('declared fields');

/**
 * An input class with these fields, to extend: `class Body extends Input({ name: BodyText({ description: 'Name.', max: 9 }) }) {}`. Each
 * field is stated once: how it is read and checked, its type in TypeScript and its documentation. With a base, which is an input class too,
 * the fields follow those of the base; a field that redeclares one takes its place.
 */
export function Input<F extends Fields>(fields: F): new () => InputOf<F>;
export function Input<F extends Fields, Base extends object>(
  base: abstract new () => Base,
  fields: F,
): new () => Omit<Base, keyof F> & InputOf<F>;
export function Input(...given: readonly [Fields] | readonly [abstract new () => object, Fields]): new () => object {
  const [base, own] = given.length === 1 ? [null, given[0]] : given;
  // Not a subclass of the base: class-validator would check the rules of the base too for a field that is redeclared.
  const fields: Fields = base === null ? own : { ...declaredIn(base), ...own };
  class Made {
    static readonly [DECLARED] = fields;
  }
  for (const [name, declare] of Object.entries(fields)) declare(Made.prototype, name);
  return Made;
}

function declaredIn(type: abstract new () => object): Fields {
  const { [DECLARED]: fields } = type as { readonly [DECLARED]?: Fields };
  if (fields === undefined) throw new Error(`${type.name} is not made with Input`);
  return fields;
}

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

/** The fields of an input class, those of its base first. */
export function fieldsOf(type: object): ReadonlyMap<string, FieldFacts> {
  const cached = fieldsByClass.get(type);
  if (cached) return cached;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type as FieldClass, '', false, false);
  const fields = new Map<string, FieldFacts>();
  for (const { type: kind, propertyName, context } of rules)
    if (kind === ValidationTypes.CONDITIONAL_VALIDATION) fields.set(propertyName, context as FieldFacts);
  fieldsByClass.set(type, fields);
  return fields;
}

/** A 422 error that names the field and the rule that its value breaks. */
export function invalid(field: string, rule: string): AppError {
  return new AppError('validation_error', `${field}: ${rule}`);
}

/** Throws 422 for a change in which every value is undefined. `names` are its fields on the wire. */
export function refuseEmpty(change: object, names: string): void {
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('body', `at least one of ${names} is required`);
}

/** A 400 error for a request that cannot be parsed. */
export function unreadable(detail: string): AppError {
  return new AppError('bad_request', detail);
}
