import { isMailAddress, MAIL_ADDRESS_MAX, parseInstant } from '@libs/kernel';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  isIn,
  IsIn,
  isInt,
  IsObject,
  IsString,
  max as isAtMost,
  min as isAtLeast,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { inputField, type FieldClass, type FieldFacts, type InputField } from './input-fields';
import {
  entryRules,
  integerRules,
  listRules,
  oneLineRule,
  ReadBy,
  refusal,
  textItem,
  textRules,
  UNFIT,
  withoutNegativeZero,
  type ItemRule,
  type Rules,
} from './input-rules';

/**
 * The fields of bodies. A field is required unless it is `optional`, and null is refused unless it is `nullable`. Values must
 * have the JSON type of the field: a number in quotes is refused.
 */

export interface BodyOptions<O extends boolean = boolean, N extends boolean = boolean> {
  readonly description: string;
  /** The field may be absent; the property is then undefined. */
  readonly optional?: O;
  /** The field may be null. */
  readonly nullable?: N;
  readonly example?: unknown;
  /** The field that this one replaces in a request. Examples of bodies leave it out, because both together are refused. */
  readonly insteadOf?: string;
}

/** A field whose values are of the type `T`, undefined if it is optional (`O`), and null if it is nullable (`N`). */
type BodyField<T, O extends boolean, N extends boolean> = InputField<
  T | (O extends true ? undefined : never) | (N extends true ? null : never)
>;

type Schema = Record<string, unknown>;
type Reader = (raw: unknown) => unknown;

const INSTANT_EXAMPLE = '2026-11-20T08:30:00Z';

const unchanged: Reader = (raw) => raw;

/** Extension of a schema in the OpenAPI documents. */
const INSTEAD_OF = 'x-instead-of';

function field(schema: Schema, options: BodyOptions, rules: Rules, facts: Partial<FieldFacts> = {}): PropertyDecorator {
  const required = !(options.optional ?? false);
  const documented = {
    ...schema,
    description: options.description,
    required,
    ...(options.nullable ? { nullable: true } : {}),
    ...(options.example === undefined ? {} : { example: options.example }),
    ...(options.insteadOf === undefined ? {} : { [INSTEAD_OF]: options.insteadOf }),
  };
  return inputField(documented, { ...facts, source: 'body', required, nullable: options.nullable ?? false }, rules);
}

export interface BodyTextOptions<O extends boolean, N extends boolean> extends BodyOptions<O, N> {
  /** Length in characters (code points) after trimming. */
  readonly min?: number;
  readonly max: number;
  /** `false` keeps leading and trailing whitespace. */
  readonly trim?: boolean;
  /** For the documentation only: the code that uses the field checks it. */
  readonly format?: 'uri';
}

const trimmed: Reader = (raw) => (typeof raw === 'string' ? raw.trim() : raw);

/** Text, trimmed, well-formed and without NUL. */
export function BodyText<O extends boolean = false, N extends boolean = false>(
  options: BodyTextOptions<O, N>,
): BodyField<string, O, N> {
  const { min = 0, max, format } = options;
  const rules = textRules(min, max, `must be ${min} to ${max} characters long`);
  const read = ReadBy(options.trim === false ? unchanged : trimmed);
  const schema = { type: 'string', minLength: min, maxLength: max, ...(format === undefined ? {} : { format }) };
  return field(schema, options, [read, ...rules]);
}

/**
 * A name: text of one line without control characters, because operators read it in a terminal and people beside other
 * names.
 */
export function BodyName<O extends boolean = false, N extends boolean = false>(
  options: Omit<BodyTextOptions<O, N>, 'trim' | 'format'>,
): BodyField<string, O, N> {
  const description = `${options.description.replace(/\.$/, '')}; one line, without control characters.`;
  const text = BodyText({ ...options, description });
  const line = oneLineRule();
  return (prototype, property) => {
    text(prototype, property);
    line(prototype, property);
  };
}

const isAddress = (text: unknown): boolean => typeof text === 'string' && isMailAddress(text);

/** One plain e-mail address, trimmed, without a display name. */
export function BodyMailAddress<O extends boolean = false, N extends boolean = false>(
  options: BodyOptions<O, N>,
): BodyField<string, O, N> {
  const rule = refusal('must be a plain e-mail address such as owner@example.com');
  const rules = [ReadBy(trimmed), ValidateBy({ name: 'mailAddress', validator: { validate: isAddress } }, rule)];
  return field({ type: 'string', format: 'email', maxLength: MAIL_ADDRESS_MAX }, options, rules);
}

/** An ISO 8601 date and time, UTC without a zone; the property is the text that `parseInstant` returns. */
export function BodyInstant<O extends boolean = false, N extends boolean = false>(
  options: BodyOptions<O, N>,
): BodyField<string, O, N> {
  const read: Reader = (raw) => (typeof raw === 'string' ? (parseInstant(raw) ?? UNFIT) : raw);
  const rules = [ReadBy(read), IsString(refusal('must be a date and time such as 2026-11-20T08:30:00'))];
  return field({ type: 'string', format: 'date-time' }, { example: INSTANT_EXAMPLE, ...options }, rules);
}

export function BodyBoolean<O extends boolean = false, N extends boolean = false>(
  options: BodyOptions<O, N>,
): BodyField<boolean, O, N> {
  return field({ type: 'boolean' }, options, [ReadBy(unchanged), IsBoolean(refusal('must be true or false'))]);
}

export interface BodyIntegerOptions<O extends boolean, N extends boolean> extends BodyOptions<O, N> {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number, by default from 1 to 2^53-1. */
export function BodyInteger<O extends boolean = false, N extends boolean = false>(
  options: BodyIntegerOptions<O, N>,
): BodyField<number, O, N> {
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = options;
  const schema = { type: 'integer', format: 'int64', minimum: min, maximum: max };
  return field(schema, options, [ReadBy(withoutNegativeZero), ...integerRules(min, max)]);
}

const oneOf = (values: readonly string[]): string => `must be one of ${values.join(', ')}`;

/** One of the given values, case-sensitive. */
export function BodyEnum<const V extends string, O extends boolean = false, N extends boolean = false>(
  options: BodyOptions<O, N> & { readonly values: readonly V[] },
): BodyField<V, O, N> {
  const rules = [ReadBy(unchanged), IsIn(options.values, refusal(oneOf(options.values)))];
  return field({ type: 'string', enum: [...options.values] }, options, rules);
}

export interface BodyArrayOptions<O extends boolean = boolean, N extends boolean = boolean> extends BodyOptions<O, N> {
  /**
   * Number of items. With `any`, the handler refuses long lists with an error code of its own; it receives the first 1001 items.
   */
  readonly min?: number;
  readonly max: number | 'any';
  /** Refuses duplicates with 422; otherwise they are kept. */
  readonly distinct?: boolean;
}

/** Higher than the limit of every handler for a list with the maximum `any`, so further items make no difference. */
const MAX_READ_OF_ANY = 1_000;

const readAtMost = ({ max }: BodyArrayOptions): number => (max === 'any' ? MAX_READ_OF_ANY : max);

function arrayOf(item: Schema, { min = 0, max, distinct }: BodyArrayOptions): Schema {
  const bounds = { minItems: min, ...(max === 'any' ? {} : { maxItems: max }) };
  return { type: 'array', items: item, ...bounds, ...(distinct ? { uniqueItems: true } : {}) };
}

function list(item: Schema, options: BodyArrayOptions, itemRule: ItemRule, readItem = unchanged): PropertyDecorator {
  const read = ReadBy((raw) => (Array.isArray(raw) ? raw.map(readItem) : raw));
  const rules = listRules(options, itemRule);
  return field(arrayOf(item, options), options, [read, ...rules], { maxItems: readAtMost(options) });
}

const integerItem = (least: number, most: number): ItemRule => {
  const rule = `must be a whole number from ${least} to ${most}`;
  return (item) => (isInt(item) && isAtLeast(item, least) && isAtMost(item, most) ? undefined : rule);
};

/** A list of ids from 1 to 2^53-1; keeps the order. */
export function BodyIds<O extends boolean = false, N extends boolean = false>(
  options: BodyArrayOptions<O, N>,
): BodyField<readonly number[], O, N> {
  const max = Number.MAX_SAFE_INTEGER;
  return list({ type: 'integer', format: 'int64', minimum: 1, maximum: max }, options, integerItem(1, max));
}

/** A list of whole numbers within the given bounds. */
export function BodyIntegerList<O extends boolean = false, N extends boolean = false>(
  options: BodyArrayOptions<O, N> & { readonly items: { readonly min: number; readonly max: number } },
): BodyField<readonly number[], O, N> {
  const { min, max } = options.items;
  const item = { type: 'integer', minimum: min, maximum: max };
  return list(item, options, integerItem(min, max), withoutNegativeZero);
}

/** A list whose items are among the given values. */
export function BodyEnumList<const V extends string, O extends boolean = false, N extends boolean = false>(
  options: BodyArrayOptions<O, N> & { readonly values: readonly V[] },
): BodyField<readonly V[], O, N> {
  const { values } = options;
  return list({ type: 'string', enum: [...values] }, options, (item) =>
    isIn(item, values) ? undefined : oneOf(values),
  );
}

/** A list of texts, each trimmed. */
export function BodyTextList<O extends boolean = false, N extends boolean = false>(
  options: BodyArrayOptions<O, N> & { readonly items: { readonly min?: number; readonly max: number } },
): BodyField<readonly string[], O, N> {
  const { min = 0, max } = options.items;
  return list({ type: 'string', minLength: min, maxLength: max }, options, textItem(min, max), trimmed);
}

/**
 * An object of texts with any names; the property is a list of its entries, and the handler checks the names. The refusal of a long
 * text contains its name, so that a form can show it at the field.
 */
export function BodyTexts<O extends boolean = false, N extends boolean = false>(
  options: BodyOptions<O, N> & { readonly maxEntries: number; readonly maxLength: number },
): BodyField<readonly (readonly [string, string])[], O, N> {
  const { maxEntries, maxLength } = options;
  const schema = { type: 'object', additionalProperties: { type: 'string', maxLength } };
  return field(schema, options, [ReadBy(unchanged), ...entryRules(maxEntries, maxLength)], { maxEntries });
}

/** The schema is made with the decorator, because the class may be declared later in the file than the field. */
function nested<T extends object, O extends boolean, N extends boolean>(
  model: () => FieldClass<T>,
  options: BodyOptions<O, N>,
  rules: Rules,
  schemaOf: (reference: Schema) => Schema,
  facts: Partial<FieldFacts> = {},
): PropertyDecorator {
  return (prototype, property) => {
    // The generator of the OpenAPI document reads the type, which the compiler emits for declared fields alone.
    Reflect.defineMetadata('design:type', facts.maxItems === undefined ? model() : Array, prototype, property);
    ApiExtraModels(model())(prototype.constructor);
    const declared = [Type(model), ...rules, ValidateNested(refusal('must be an object'))];
    field(schemaOf({ $ref: getSchemaPath(model()) }), options, declared, { ...facts, model })(prototype, property);
  };
}

/** A list of objects of a class with the given fields. */
export function BodyList<T extends object, O extends boolean = false, N extends boolean = false>(
  itemClass: () => FieldClass<T>,
  options: BodyArrayOptions<O, N>,
): BodyField<readonly T[], O, N> {
  const facts = { maxItems: readAtMost(options) };
  return nested(itemClass, options, listRules(options), (item) => arrayOf(item, options), facts);
}

/** An object of a class with the given fields. */
export function BodyObject<T extends object, O extends boolean = false, N extends boolean = false>(
  itemClass: () => FieldClass<T>,
  options: BodyOptions<O, N>,
): BodyField<T, O, N> {
  const rules = [IsObject(refusal('must be an object'))];
  return nested(itemClass, options, rules, (reference) => ({ allOf: [reference], type: undefined }));
}
