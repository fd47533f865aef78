import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { defineField, type FieldClass, type FieldReader, invalid } from './input-fields';
import { readObject } from './read-object';
import { isPlainText } from './text-rules';

/**
 * Decorators of body fields. A field is required unless `optional`; null is refused unless `nullable`; a field that the
 * class does not declare is refused by the reader of the whole body. Types are JSON's: a number in quotes is no number.
 */

export interface BodyOptions {
  readonly description: string;
  /** The field may be missing; the property is then undefined. */
  readonly optional?: boolean;
  /** The field may be null. */
  readonly nullable?: boolean;
  readonly example?: unknown;
}

type Schema = Record<string, unknown>;

function field(schema: Schema, options: BodyOptions, read: FieldReader, model?: () => FieldClass): PropertyDecorator {
  return (prototype, property) => {
    if (model) ApiExtraModels(model())(prototype.constructor);
    ApiProperty({
      ...schema,
      description: options.description,
      required: !(options.optional ?? false),
      ...(options.nullable ? { nullable: true } : {}),
      ...(options.example === undefined ? {} : { example: options.example }),
    } as Parameters<typeof ApiProperty>[0])(prototype, property);
    defineField(prototype, {
      name: String(property),
      required: !(options.optional ?? false),
      many: false,
      read: (raw, path) => {
        if (raw !== null) return read(raw, path);
        if (options.nullable) return null;
        throw invalid(path, 'must not be null');
      },
    });
  };
}

export interface BodyTextOptions extends BodyOptions {
  /** Least and most characters (code points), counted after trimming. */
  readonly min?: number;
  readonly max: number;
  /** false keeps blanks at the ends. */
  readonly trim?: boolean;
}

const textReader = (options: BodyTextOptions): FieldReader => {
  const least = options.min ?? 0;
  return (raw, path) => {
    if (typeof raw !== 'string') throw invalid(path, 'must be a string');
    if (!isPlainText(raw)) throw invalid(path, 'must be well-formed text without NUL');
    const text = options.trim === false ? raw : raw.trim();
    const length = [...text].length;
    if (length < least || length > options.max)
      throw invalid(path, `must be ${least} to ${options.max} characters long`);
    return text;
  };
};

/** Text, trimmed, well-formed and without NUL. */
export function BodyText(options: BodyTextOptions): PropertyDecorator {
  return field({ type: 'string', minLength: options.min ?? 0, maxLength: options.max }, options, textReader(options));
}

export function BodyBoolean(options: BodyOptions): PropertyDecorator {
  return field({ type: 'boolean' }, options, (raw, path) => {
    if (typeof raw !== 'boolean') throw invalid(path, 'must be true or false');
    return raw;
  });
}

export interface BodyNumberOptions extends BodyOptions {
  readonly min?: number;
  readonly max?: number;
}

const integerReader = (min: number, max: number): FieldReader => {
  return (raw, path) => {
    if (typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= min && raw <= max) return raw === 0 ? 0 : raw;
    throw invalid(path, `must be a whole number from ${min} to ${max}`);
  };
};

/** A whole number. Without bounds: 1 to 2^53-1, as ids are. */
export function BodyInteger(options: BodyNumberOptions): PropertyDecorator {
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = options;
  return field({ type: 'integer', format: 'int64', minimum: min, maximum: max }, options, integerReader(min, max));
}

export function BodyNumber(options: BodyNumberOptions): PropertyDecorator {
  const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  return field({ type: 'number', minimum: min, maximum: max }, options, (raw, path) => {
    if (typeof raw === 'number' && raw >= min && raw <= max) return raw === 0 ? 0 : raw;
    throw invalid(path, `must be a number from ${min} to ${max}`);
  });
}

const enumReader = (values: readonly string[]): FieldReader => {
  return (raw, path) => {
    const value = values.find((candidate) => candidate === raw);
    if (value === undefined) throw invalid(path, `must be one of ${values.join(', ')}`);
    return value;
  };
};

/** One of the given words, written exactly so. */
export function BodyEnum(options: BodyOptions & { readonly values: readonly string[] }): PropertyDecorator {
  return field({ type: 'string', enum: [...options.values] }, options, enumReader(options.values));
}

export interface BodyArrayOptions extends BodyOptions {
  /** Least and most items. */
  readonly min?: number;
  readonly max: number;
  /** Repeats are refused with 422; otherwise they are kept as sent. */
  readonly distinct?: boolean;
}

function array(
  item: Schema,
  options: BodyArrayOptions,
  readItem: FieldReader,
  model?: () => FieldClass,
): PropertyDecorator {
  const least = options.min ?? 0;
  const schema = { type: 'array', items: item, minItems: least, maxItems: options.max };
  const withDistinct = options.distinct ? { ...schema, uniqueItems: true } : schema;
  const read: FieldReader = (raw, path) => {
    if (!Array.isArray(raw)) throw invalid(path, 'must be an array');
    if (raw.length < least || raw.length > options.max)
      throw invalid(path, `must hold ${least} to ${options.max} items`);
    const items = raw.map((value: unknown, index) => readItem(value, `${path}[${index}]`));
    if (options.distinct && new Set(items).size < items.length) throw invalid(path, 'must not hold an item twice');
    return items;
  };
  return field(withDistinct, options, read, model);
}

/** Whole numbers 1 to 2^53-1, in the order sent. */
export function BodyIds(options: BodyArrayOptions): PropertyDecorator {
  const max = Number.MAX_SAFE_INTEGER;
  return array({ type: 'integer', format: 'int64', minimum: 1, maximum: max }, options, integerReader(1, max));
}

/** Whole numbers between bounds of one's own. */
export function BodyIntegerList(
  options: BodyArrayOptions & { readonly items: { readonly min: number; readonly max: number } },
): PropertyDecorator {
  const { min, max } = options.items;
  return array({ type: 'integer', minimum: min, maximum: max }, options, integerReader(min, max));
}

/** Words out of a given list. */
export function BodyEnumList(options: BodyArrayOptions & { readonly values: readonly string[] }): PropertyDecorator {
  return array({ type: 'string', enum: [...options.values] }, options, enumReader(options.values));
}

/** Texts, each trimmed. */
export function BodyTextList(
  options: BodyArrayOptions & { readonly items: { readonly min?: number; readonly max: number } },
): PropertyDecorator {
  const { min = 0, max } = options.items;
  return array({ type: 'string', minLength: min, maxLength: max }, options, textReader({ description: '', min, max }));
}

/** Objects of a class of the same kind. */
export function BodyList(itemClass: () => FieldClass, options: BodyArrayOptions): PropertyDecorator {
  return (prototype, property) => {
    const item = { $ref: getSchemaPath(itemClass()) };
    array(item, options, (raw, path) => readObject(itemClass(), raw, path), itemClass)(prototype, property);
  };
}

/** One object of a class of the same kind. */
export function BodyObject(itemClass: () => FieldClass, options: BodyOptions): PropertyDecorator {
  return (prototype, property) => {
    const schema = { allOf: [{ $ref: getSchemaPath(itemClass()) }], type: undefined };
    field(schema, options, (raw, path) => readObject(itemClass(), raw, path), itemClass)(prototype, property);
  };
}
