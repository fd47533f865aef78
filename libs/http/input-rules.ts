import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsNumber,
  IsString,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { isPlainText } from './text-rules';

/**
 * The rules of the fields of queries and bodies. A message follows the name of the field in the error: `: must be …`, or
 * `[3]: must be …` for an item of a list.
 */
export type Rules = readonly PropertyDecorator[];

/** Replaces a value that no rule of its field accepts. */
export const UNFIT: unique symbol = Symbol('unfit');
/** Replaces a single value that is written as a list (`limit[]=5`). */
export const BRACKETED: unique symbol = Symbol('bracketed');

/** The message of a broken rule. A value that is missing, null or a list has a message of its own. */
export function refusal(rule: string): ValidationOptions {
  return { message: ({ value }: ValidationArguments): string => `: ${absence(value) ?? rule}` };
}

function absence(value: unknown): string | undefined {
  if (value === undefined) return 'is required';
  if (value === null) return 'must not be null';
  return value === BRACKETED ? 'must be a single value' : undefined;
}

/**
 * Reads the value of a field from the source object, and not from the previous transformation: where a subclass redeclares a field,
 * the reader of the base class does not run first.
 */
export function ReadBy(read: (raw: unknown) => unknown): PropertyDecorator {
  return Transform(({ obj, key }: { obj: Readonly<Record<string, unknown>>; key: string }) => read(obj[key]));
}

/** Replaces `-0` by 0: PostgreSQL and JSON write it differently. */
export function withoutNegativeZero(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

export function integerRules(least: number, most: number): Rules {
  const message = refusal(`must be a whole number from ${least} to ${most}`);
  return [IsInt(message), Min(least, message), Max(most, message)];
}

export function numberRules(least: number, most: number): Rules {
  const message = refusal(`must be a number from ${least} to ${most}`);
  return [IsNumber({}, message), Min(least, message), Max(most, message)];
}

/** Counts code points. class-validator's `Length` does not count variation selectors. */
function hasLength(text: unknown, least: number, most: number): boolean {
  if (typeof text !== 'string') return false;
  const length = [...text].length;
  return length >= least && length <= most;
}

const isStorable = (text: unknown): boolean => typeof text === 'string' && isPlainText(text);
const STORABLE = 'must be well-formed text without NUL';

export function textRules(least: number, most: number, lengthRule: string): Rules {
  const lengthFits = (text: unknown): boolean => hasLength(text, least, most);
  return [
    IsString(refusal('must be a string')),
    ValidateBy({ name: 'plainText', validator: { validate: isStorable } }, refusal(STORABLE)),
    ValidateBy({ name: 'textLength', validator: { validate: lengthFits } }, refusal(lengthRule)),
  ];
}

/** Returns the rule that an item of a list breaks, or undefined. */
export type ItemRule = (item: unknown) => string | undefined;

/** `textRules` for an item of a list. */
export function textItem(least: number, most: number): ItemRule {
  return (item) => {
    if (typeof item !== 'string') return 'must be a string';
    if (!isPlainText(item)) return STORABLE;
    return hasLength(item, least, most) ? undefined : `must be ${least} to ${most} characters long`;
  };
}

export interface ListBounds {
  readonly min?: number;
  readonly max: number | 'any';
  readonly distinct?: boolean;
}

/** Items are checked by one rule: class-validator's `each` does not report which item is refused. */
export function listRules({ min = 0, max, distinct }: ListBounds, itemRule?: ItemRule): Rules {
  const size = refusal(
    max === 'any' ? `must hold at least ${min} item${min === 1 ? '' : 's'}` : `must hold ${min} to ${max} items`,
  );
  return [
    IsArray(refusal('must be an array')),
    ArrayMinSize(min, size),
    ...(max === 'any' ? [] : [ArrayMaxSize(max, size)]),
    ...(itemRule ? [Items(itemRule)] : []),
    ...(distinct ? [Distinct] : []),
  ];
}

function Items(itemRule: ItemRule): PropertyDecorator {
  const isBroken = (item: unknown): boolean => itemRule(item) !== undefined;
  const validate = (items: readonly unknown[]): boolean => !items.some(isBroken);
  const message = ({ value }: ValidationArguments): string => {
    const items = value as readonly unknown[];
    const index = items.findIndex(isBroken);
    return `[${index}]: ${itemRule(items[index])}`;
  };
  return ValidateBy({ name: 'items', validator: { validate } }, { message });
}

const isDistinct = (items: readonly unknown[]): boolean => new Set(items).size === items.length;

/** class-validator's `ArrayUnique` takes quadratic time. */
const Distinct = ValidateBy(
  { name: 'distinct', validator: { validate: isDistinct } },
  refusal('must not hold an item twice'),
);
