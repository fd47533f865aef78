import { parseCalendarDate, parseInstant } from '@libs/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { defineField, invalid, unreadable } from './input-fields';
import { isPlainText } from './text-rules';

/**
 * Decorators of query parameters. Each reads strictly, checks, and documents. A parameter that is absent or empty
 * leaves the property at its `default`, or undefined (decisions §2).
 */

export interface QueryOptions<T> {
  readonly description: string;
  /** Applied where the parameter is absent or empty, and documented. */
  readonly default?: T;
  readonly example?: T;
  /** The parameter must be there: absent or empty is 422. */
  readonly required?: boolean;
}

export interface QueryNumberOptions extends QueryOptions<number> {
  readonly min?: number;
  readonly max?: number;
}

type Schema = Record<string, unknown>;

/** Reads one non-empty text. */
type TextReader<T> = (text: string, name: string) => T;

function scalar<T>(schema: Schema, options: QueryOptions<T>, read: TextReader<T>): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    document(schema, options)(prototype, property);
    defineField(prototype, {
      name,
      required: options.required ?? false,
      many: false,
      read: (raw, path) => readOne(raw as readonly string[], path, options, read),
    });
  };
}

function readOne<T>(
  values: readonly string[],
  name: string,
  options: QueryOptions<T>,
  read: TextReader<T>,
): T | undefined {
  if (values.length > 1) throw unreadable(`${name} is given ${values.length} times`);
  const text = values[0] ?? '';
  if (text !== '') return read(text, name);
  if (options.required) throw invalid(name, 'is required');
  return options.default;
}

function document<T>(schema: Schema, options: QueryOptions<T>): PropertyDecorator {
  return ApiProperty({
    ...schema,
    description: options.description,
    required: options.required ?? false,
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.example === undefined ? {} : { example: options.example }),
  } as Parameters<typeof ApiProperty>[0]);
}

const bounds = (options: QueryNumberOptions): Schema => ({
  ...(options.min === undefined ? {} : { minimum: options.min }),
  ...(options.max === undefined ? {} : { maximum: options.max }),
});

/** A whole number in decimal digits. Without bounds: 0 to 2^53-1. */
export function QueryInteger(options: QueryNumberOptions): PropertyDecorator {
  const min = options.min ?? 0;
  const max = options.max ?? Number.MAX_SAFE_INTEGER;
  const schema = { type: 'integer', format: 'int64', minimum: min, maximum: max };
  return scalar(schema, options, (text, name) => {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value === 0 ? 0 : value;
    throw invalid(name, `must be a whole number from ${min} to ${max}`);
  });
}

/** The id of something: 1 to 2^53-1. */
export function QueryId(options: QueryOptions<number>): PropertyDecorator {
  return QueryInteger({ ...options, min: 1, max: Number.MAX_SAFE_INTEGER });
}

/** A decimal number; no exponent, no sign but minus, no comma. */
export function QueryNumber(options: QueryNumberOptions): PropertyDecorator {
  const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  return scalar({ type: 'number', ...bounds(options) }, options, (text, name) => {
    const value = /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value === 0 ? 0 : value;
    throw invalid(name, `must be a number from ${min} to ${max}`);
  });
}

/** `true`, `false`, `1` or `0` in any case. */
export function QueryBoolean(options: QueryOptions<boolean>): PropertyDecorator {
  return scalar({ type: 'boolean' }, options, (text, name) => {
    const lower = text.toLowerCase();
    if (lower === 'true' || lower === '1') return true;
    if (lower === 'false' || lower === '0') return false;
    throw invalid(name, 'must be true, false, 1 or 0');
  });
}

/** A calendar date `YYYY-MM-DD` that exists; the property holds the text. */
export function QueryDate(options: QueryOptions<string>): PropertyDecorator {
  return scalar({ type: 'string', format: 'date' }, options, (text, name) => {
    const date = parseCalendarDate(text);
    if (date === null) throw invalid(name, 'must be a date such as 2026-11-20');
    return date;
  });
}

/**
 * An ISO 8601 date and time; the property holds the kernel's UTC text with microseconds. The `+` of a zone that was not
 * percent-encoded arrives as a blank and is understood.
 */
export function QueryInstant(options: QueryOptions<string>): PropertyDecorator {
  return scalar({ type: 'string', example: '2026-11-20T08:30:00' }, options, (text, name) => {
    const instant = parseInstant(text.replace(/ (\d{2}:?\d{2})$/, '+$1'));
    if (instant === null) throw invalid(name, 'must be a date and time such as 2026-11-20T08:30:00');
    return instant;
  });
}

/** One of the given words, written exactly so. */
export function QueryEnum<const V extends string>(
  options: QueryOptions<NoInfer<V>> & { readonly values: readonly V[] },
): PropertyDecorator {
  return scalar({ type: 'string', enum: [...options.values] }, options, (text, name) => {
    const value = options.values.find((candidate) => candidate === text);
    if (value === undefined) throw invalid(name, `must be one of ${options.values.join(', ')}`);
    return value;
  });
}

/** Text of at most `maxLength` characters (code points), not trimmed. */
export function QueryText(options: QueryOptions<string> & { readonly maxLength: number }): PropertyDecorator {
  return scalar({ type: 'string', maxLength: options.maxLength }, options, (text, name) => {
    if (!isPlainText(text)) throw invalid(name, 'must be well-formed text without NUL');
    if ([...text].length > options.maxLength)
      throw invalid(name, `must be at most ${options.maxLength} characters long`);
    return text;
  });
}

const MAX_IDS = 1_000;

export interface QueryIdsOptions extends QueryOptions<readonly number[]> {
  /** Least value of an item (default 1); the analytics series count 0 as an id of its own. */
  readonly min?: number;
  readonly max?: number;
}

/**
 * Ids, repeated (`a=1&a=2`), comma-separated (`a=1,2`) or bracketed (`a[]=1`), at most 1000, repeats dropped; the order
 * is kept. Absent: the default, or an empty list.
 */
export function QueryIds(options: QueryIdsOptions): PropertyDecorator {
  const min = options.min ?? 1;
  const most = options.max ?? MAX_IDS;
  const item = { type: 'integer', format: 'int64', minimum: min, maximum: Number.MAX_SAFE_INTEGER };
  return (prototype, property) => {
    document({ type: 'array', items: item, maxItems: most }, options)(prototype, property);
    defineField(prototype, {
      name: String(property),
      required: options.required ?? false,
      many: true,
      read: (raw, path) => readIds(raw as readonly string[], path, { ...options, min, max: most }),
    });
  };
}

function readIds(
  values: readonly string[],
  name: string,
  options: QueryIdsOptions & { min: number; max: number },
): readonly number[] {
  const texts = values.flatMap((value) => (value === '' ? [] : value.split(',')));
  if (texts.length === 0 && options.required) throw invalid(name, 'is required');
  if (texts.length === 0) return options.default ?? [];
  if (texts.length > options.max) throw invalid(name, `must hold at most ${options.max} ids`);
  const ids = texts.map((text) => {
    const id = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(id) && id >= options.min) return id;
    throw invalid(name, `must hold whole numbers from ${options.min} to ${Number.MAX_SAFE_INTEGER} only`);
  });
  return [...new Set(ids)];
}
