import { isOneLine } from '@libs/kernel';
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
import { isPlainText, shortened } from './text-rules';

/**
 * The rules of the fields of queries and bodies. A message is appended to the name of the field: `: must be …`, or
 * `[3]: must be …` for an item of a list.
 */
export type Rules = readonly PropertyDecorator[];

/** Replaces an unreadable value; no rule accepts it. */
export const UNFIT: unique symbol = Symbol('unfit');
/** Replaces a value in list notation (`limit[]=5`) of a field that is not a list. */
export const BRACKETED: unique symbol = Symbol('bracketed');

/** The message for a value that breaks a rule. Missing values, null and list notation have their own messages. */
export function refusal(rule: string): ValidationOptions {
  return { message: ({ value }: ValidationArguments): string => `: ${absence(value) ?? rule}` };
}

function absence(value: unknown): string | undefined {
  if (value === undefined) return 'is required';
  if (value === null) return 'must not be null';
  return value === BRACKETED ? 'must be a single value' : undefined;
}

/** Reads the value of a field from the source object, in which class-transformer has changed nothing. */
export function ReadBy(read: (raw: unknown) => unknown): PropertyDecorator {
  return Transform(({ obj, key }: { obj: Readonly<Record<string, unknown>>; key: string }) => read(obj[key]));
}

/** Replaces `-0` by 0, because PostgreSQL and JSON print `-0` differently. */
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

const isLine = (text: unknown): boolean => typeof text === 'string' && isOneLine(text);

/** The rule of a text that is shown in lists, mails and terminals. */
export function oneLineRule(): PropertyDecorator {
  const rule = refusal('must be one line without control characters');
  return ValidateBy({ name: 'oneLine', validator: { validate: isLine } }, rule);
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

/** Rules of a list. `itemRule` replaces class-validator's `each`, which does not report the index of the refused item. */
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

/** Rules of a list of entries, each the name and the text of a field. Lengths are in UTF-16 code units. */
export function entryRules(maxEntries: number, maxLength: number): Rules {
  const isEntry = (entry: unknown): boolean => Array.isArray(entry) && entry.every(isStorable);
  const areTexts = (entries: unknown): boolean =>
    Array.isArray(entries) && entries.length <= maxEntries && entries.every(isEntry);
  const rule = `must be an object of at most ${maxEntries} texts of at most ${maxLength} characters`;
  const isLong = ([, text]: readonly [string, string]): boolean => text.length > maxLength;
  const areShort = (entries: readonly (readonly [string, string])[]): boolean => !entries.some(isLong);
  const message = ({ value }: ValidationArguments): string => {
    const [name] = (value as readonly (readonly [string, string])[]).find(isLong) ?? [''];
    return `.${shortened(name)}: must be at most ${maxLength} characters long`;
  };
  return [
    ValidateBy({ name: 'texts', validator: { validate: areTexts } }, refusal(rule)),
    ValidateBy({ name: 'textLengths', validator: { validate: areShort } }, { message }),
  ];
}
