import { parseCalendarDate, parseInstant } from '@libs/kernel';
import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { inputField, type InputField } from './input-fields';
import {
  integerRules,
  listRules,
  numberRules,
  ReadBy,
  refusal,
  textItem,
  textRules,
  UNFIT,
  withoutNegativeZero,
  type Rules,
} from './input-rules';

/**
 * The query parameters. Each parses, checks and documents a parameter, without implicit conversion. A parameter that is
 * absent or empty has its `default`, or is undefined (contract §1.2).
 */

export interface QueryOptions<T, D extends T | undefined = T | undefined, R extends boolean = boolean> {
  readonly description: string;
  /** The value if the parameter is absent or empty. */
  readonly default?: D;
  readonly example?: T;
  /** An absent or empty parameter is refused with 422. */
  readonly required?: R;
}

export interface QueryNumberOptions<
  D extends number | undefined = number | undefined,
  R extends boolean = boolean,
> extends QueryOptions<number, D, R> {
  readonly min?: number;
  readonly max?: number;
}

/** A parameter whose values are of the type `T`, and undefined unless it has a default (`D`) or is required (`R`). */
type QueryField<T, D, R extends boolean> = InputField<
  T | (D extends undefined ? (R extends true ? never : undefined) : never)
>;

type Schema = Record<string, unknown>;

/** Parses a non-empty text. Returns an invalid text unchanged or as `UNFIT`; the rules refuse both. */
type TextReader = (text: string) => unknown;

const unchanged: TextReader = (text) => text;

function scalar(schema: Schema, options: QueryOptions<unknown>, read: TextReader, rules: Rules): PropertyDecorator {
  const readOne = (raw: unknown): unknown => {
    if (raw === undefined || raw === '') return options.required ? undefined : options.default;
    return typeof raw === 'string' ? read(raw) : raw;
  };
  const facts = { source: 'query', required: options.required ?? false } as const;
  return inputField(documented(schema, options), facts, [ReadBy(readOne), ...rules]);
}

function documented(schema: Schema, options: QueryOptions<unknown>): Schema {
  return {
    ...schema,
    description: options.description,
    required: options.required ?? false,
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.example === undefined ? {} : { example: options.example }),
  };
}

const bounds = (options: QueryNumberOptions): Schema => ({
  ...(options.min === undefined ? {} : { minimum: options.min }),
  ...(options.max === undefined ? {} : { maximum: options.max }),
});

const numberIn =
  (notation: RegExp): TextReader =>
  (text) =>
    notation.test(text) ? withoutNegativeZero(Number(text)) : text;

const readInteger = numberIn(/^-?\d{1,16}$/);
const readNumber = numberIn(/^-?\d{1,15}(\.\d{1,15})?$/);
const readId = numberIn(/^\d{1,16}$/);

/** A whole number in decimal digits, by default from 0 to 2^53-1. */
export function QueryInteger<D extends number | undefined = undefined, R extends boolean = false>(
  options: QueryNumberOptions<D, R>,
): QueryField<number, D, R> {
  const min = options.min ?? 0;
  const max = options.max ?? Number.MAX_SAFE_INTEGER;
  const schema = { type: 'integer', format: 'int64', minimum: min, maximum: max };
  return scalar(schema, options, readInteger, integerRules(min, max));
}

/** An id: 1 to 2^53-1. */
export function QueryId<D extends number | undefined = undefined, R extends boolean = false>(
  options: QueryOptions<number, D, R>,
): QueryField<number, D, R> {
  return QueryInteger({ ...options, min: 1, max: Number.MAX_SAFE_INTEGER });
}

/** A decimal number without exponent, plus sign and comma. */
export function QueryNumber<D extends number | undefined = undefined, R extends boolean = false>(
  options: QueryNumberOptions<D, R>,
): QueryField<number, D, R> {
  const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  return scalar({ type: 'number', ...bounds(options) }, options, readNumber, numberRules(min, max));
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** `true`, `false`, `1` or `0` in any case. */
export function QueryBoolean<D extends boolean | undefined = undefined, R extends boolean = false>(
  options: QueryOptions<boolean, D, R>,
): QueryField<boolean, D, R> {
  const read: TextReader = (text) => BOOLEANS.get(text.toLowerCase()) ?? text;
  return scalar({ type: 'boolean' }, options, read, [IsBoolean(refusal('must be true, false, 1 or 0'))]);
}

/** An existing calendar date `YYYY-MM-DD`; the property is the text. */
export function QueryDate<D extends string | undefined = undefined, R extends boolean = false>(
  options: QueryOptions<string, D, R>,
): QueryField<string, D, R> {
  const read: TextReader = (text) => parseCalendarDate(text) ?? UNFIT;
  const rules = [IsString(refusal('must be a date such as 2026-11-20'))];
  return scalar({ type: 'string', format: 'date' }, options, read, rules);
}

/**
 * An ISO 8601 date and time; the property is the text that `parseInstant` returns. The `+` of a zone may arrive as a space, because
 * clients often do not percent-encode it.
 */
export function QueryInstant<D extends string | undefined = undefined, R extends boolean = false>(
  options: QueryOptions<string, D, R>,
): QueryField<string, D, R> {
  const read: TextReader = (text) => parseInstant(text.replace(/ (\d{2}:?\d{2})$/, '+$1')) ?? UNFIT;
  const rules = [IsString(refusal('must be a date and time such as 2026-11-20T08:30:00'))];
  return scalar({ type: 'string', example: '2026-11-20T08:30:00' }, options, read, rules);
}

/** One of the given values, case-sensitive. */
export function QueryEnum<
  const V extends string,
  D extends NoInfer<V> | undefined = undefined,
  R extends boolean = false,
>(options: QueryOptions<NoInfer<V>, D, R> & { readonly values: readonly V[] }): QueryField<V, D, R> {
  const rules = [IsIn(options.values, refusal(`must be one of ${options.values.join(', ')}`))];
  return scalar({ type: 'string', enum: [...options.values] }, options, unchanged, rules);
}

/** Text of at most `maxLength` characters (code points), not trimmed. */
export function QueryText<D extends string | undefined = undefined, R extends boolean = false>(
  options: QueryOptions<string, D, R> & { readonly maxLength: number },
): QueryField<string, D, R> {
  const { maxLength } = options;
  const rules = textRules(0, maxLength, `must be at most ${maxLength} characters long`);
  return scalar({ type: 'string', maxLength }, options, unchanged, rules);
}

const MAX_IDS = 1_000;

export interface QueryIdsOptions extends QueryOptions<readonly number[]> {
  /** Minimum of an item (default 1). The analytics series also have an id 0. */
  readonly min?: number;
  /** The largest number of ids (default 1000). */
  readonly maxItems?: number;
}

/**
 * A list of ids: repeated (`a=1&a=2`), comma-separated (`a=1,2`) or bracketed (`a[]=1`). Duplicates are removed; the
 * order is kept. An absent parameter has its default, or is an empty list.
 */
export function QueryIds(options: QueryIdsOptions): InputField<readonly number[]> {
  const min = options.min ?? 1;
  const most = options.maxItems ?? MAX_IDS;
  const items = { type: 'integer', format: 'int64', minimum: min, maximum: Number.MAX_SAFE_INTEGER };
  const facts = { source: 'query', required: options.required ?? false, many: true } as const;
  const each = { each: true, ...refusal(`must hold whole numbers from ${min} to ${Number.MAX_SAFE_INTEGER} only`) };
  return inputField(documented({ type: 'array', items, maxItems: most }, options), facts, [
    ReadBy((raw) => readIds(raw as readonly string[], most, options)),
    ArrayMaxSize(most, refusal(`must hold at most ${most} ids`)),
    IsInt(each),
    Min(min, each),
    Max(Number.MAX_SAFE_INTEGER, each),
  ]);
}

function readIds(values: readonly string[], most: number, options: QueryIdsOptions): readonly unknown[] | undefined {
  const texts = listedIn(values);
  if (texts.length === 0) return options.required ? undefined : (options.default ?? []);
  return texts.length > most ? texts : [...new Set(texts.map(readId))];
}

/** An absent list is empty; `default` only documents that. */
interface QueryListOptions extends Omit<QueryOptions<never>, 'required' | 'default' | 'example'> {
  readonly default?: readonly [];
  readonly example?: unknown;
}

/**
 * A list of names, in the notations of `QueryIds`: at most `maxItems` names of at most `maxLength` characters, without
 * duplicates.
 */
export function QueryNames(
  options: QueryListOptions & { readonly maxItems: number; readonly maxLength: number },
): InputField<readonly string[]> {
  const { maxItems, maxLength } = options;
  const schema = { type: 'array', items: { type: 'string', minLength: 1, maxLength }, maxItems };
  const most = refusal(`must hold at most ${maxItems} names`);
  return inputField(documented(schema, options), { source: 'query', required: false, many: true }, [
    ReadBy((raw) => [...new Set(listedIn(raw as readonly string[]))]),
    ArrayMaxSize(maxItems, most),
    ...listRules({ max: 'any' }, textItem(1, maxLength)),
  ]);
}

const MAX_LANGUAGES = 100;
const LANGUAGE = '^[A-Za-z]{2,3}$';

/**
 * A list of languages, in the notations of `QueryIds`: primary subtags of BCP 47, such as `en`. Returned in lower case, without
 * duplicates.
 */
export function QueryLanguages(options: QueryListOptions): InputField<readonly string[]> {
  const schema = { type: 'array', items: { type: 'string', pattern: LANGUAGE }, maxItems: MAX_LANGUAGES };
  return inputField(documented(schema, options), { source: 'query', required: false, many: true }, [
    ReadBy((raw) => [...new Set(listedIn(raw as readonly string[]).map((value) => value.toLowerCase()))]),
    ArrayMaxSize(MAX_LANGUAGES, refusal(`must hold at most ${MAX_LANGUAGES} languages`)),
    Matches(new RegExp(LANGUAGE), { each: true, ...refusal('must hold only codes of two or three letters') }),
  ]);
}

/** A list of the given values, in the notations of `QueryIds`, case-sensitive and without duplicates. */
export function QueryEnums<const V extends string>(
  options: QueryListOptions & { readonly values: readonly V[] },
): InputField<readonly V[]> {
  const { values } = options;
  const schema = { type: 'array', items: { type: 'string', enum: [...values] }, maxItems: values.length };
  return inputField(documented(schema, options), { source: 'query', required: false, many: true }, [
    ReadBy((raw) => [...new Set(listedIn(raw as readonly string[]))]),
    IsIn(values, { each: true, ...refusal(`must hold only ${values.join(', ')}`) }),
  ]);
}

const listedIn = (values: readonly string[]): readonly string[] =>
  values.flatMap((value) => (value === '' ? [] : value.split(',')));
