// cspell:ignore Droom
/**
 * Values for paths and queries, each with its expected result:
 *
 *   absent    the response equals the one without the parameter, byte for byte
 *   fits      the value is accepted: neither 422 nor `bad_request`
 *   422, 400  refused with `validation_error` or `bad_request`
 *   404       no route has such a path
 *   any       the contract does not define the result: documented, and no internal error
 */
import type { Schema } from './documented-inputs';

export type Outcome = 'absent' | 'fits' | 'any' | 400 | 404 | 422;

/** A value as in the request line: percent-encoded, without spaces. */
export type ValueClass = readonly [value: string, outcome: Outcome];

const values = (outcome: Outcome, ...texts: readonly string[]): readonly ValueClass[] =>
  texts.flatMap((text) => text.split(' ')).map((text) => [text, outcome] as const);

const MAX = String(Number.MAX_SAFE_INTEGER);
const EMOJI = '%F0%9F%98%80';
const FULL_WIDTH_1 = '%EF%BC%91';
const BROKEN_ENCODINGS = ['%', '%zz', '%ff', '1%', '%c0%af', '%ED%A0%80', '%u0031'];
const NO_NUMBERS = [
  '1.5',
  '1e3',
  '0x10',
  '1_000',
  '%201',
  '1%20',
  '%2B1',
  FULL_WIDTH_1,
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(400),
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '1;drop%20table%20review',
  '1%00',
  '%00',
  '%0d%0a',
  EMOJI,
  '%D9%A1',
  "1'",
  '%7B%7D',
  '--1',
  '1-',
];

/** Ids in a path (contract §1.3): 1 to 2^53-1 are ids, even if no resource has them; other texts are not. */
export const PATH_IDS: readonly ValueClass[] = [
  ...values('fits', '2147483647 2147483648 4294967296', MAX),
  ...values(422, '0 -1 -0 %2e%2e .. 1%2f..%2f2 * :id __proto__ constructor', ...NO_NUMBERS),
  ...values(400, ...BROKEN_ENCODINGS),
  ...values(404, '1/ 1/../2 //1', ''),
];

/** Names in a path, such as slugs: lower-case letters, digits and hyphens. A name that nothing has is 404. */
export const PATH_NAMES: readonly ValueClass[] = [
  ...values('fits', 'nothing-has-this-name 0'),
  ...values(422, '* :id __proto__ Steam -a a_b a%20b %00 %0d%0a', EMOJI, 'a'.repeat(101)),
  ...values(400, ...BROKEN_ENCODINGS),
  ...values(404, 'a/ a/../b //a'),
];

function integers({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): readonly ValueClass[] {
  return [
    ...values(
      'fits',
      String(minimum),
      String(minimum + 1),
      String(maximum),
      '2147483648'.length > String(maximum).length ? String(maximum) : '2147483648',
    ),
    ...values(422, '-1 -2147483649 %20 1,2 [1]', String(minimum - 1), ...NO_NUMBERS),
    ...(maximum < Number.MAX_SAFE_INTEGER ? values(422, String(maximum + 1), '1000000000000000000') : []),
  ];
}

function numbers({ minimum = 0, maximum = 5 }: Schema): readonly ValueClass[] {
  return [
    ...values('fits', '3.5 2.25 4.999999999999999', String(minimum), String(maximum), `${maximum}.0`, `${minimum}.00`),
    ...values(
      422,
      '-0.0001 -1 1e309 1e0 -Infinity 1,5 3.5.1 %EF%BC%93 0x3',
      String(maximum + 1),
      `${maximum}.0000001`,
      ...NO_NUMBERS.filter((text) => text !== '1.5'),
    ),
    ...values('any', '.5 3. -0 03'),
  ];
}

const BOOLEANS: readonly ValueClass[] = [
  ...values('fits', 'true false 1 0 TRUE FALSE True fAlSe'),
  ...values(
    422,
    'yes no on off t f tru 2 -1 00 1.0 null undefined %20 %20true true%20 true,false [] %00 %22true%22',
    EMOJI,
    FULL_WIDTH_1,
  ),
];

const DATES: readonly ValueClass[] = [
  ...values('fits', '2024-02-29 2000-01-01 1970-01-01 9999-12-31 0001-01-01'),
  ...values(
    422,
    '2023-02-29 2024-02-30 2024-04-31 1900-02-29 2024-13-01 2024-00-10 2024-01-00 2024-01-32 0000-01-01',
    '10000-01-01 -0001-01-01 %2B2024-01-01',
  ),
  ...values(
    422,
    '20240101 2024-1-1 24-01-01 2024/01/01 01-01-2024 2024-01-01T00:00:00 2024-01-01Z 2024-W01 2024-01',
    '2024',
  ),
  ...values(
    422,
    'infinity -infinity now today epoch null 1 1735689600 %20 2024-01-01%20 %202024-01-01',
    '%EF%BC%92024-01-01 2024-01-01%00',
    'x'.repeat(8_000),
  ),
];

const INSTANTS: readonly ValueClass[] = [
  ...values(
    'fits',
    '2024-02-29T12:00:00 2024-02-29T12:00:00Z 2024-02-29T12:00:00%2B02:00 2024-02-29T12:00:00+02:00',
    '2024-02-29T12:00:00-09:30 2024-02-29T12:00:00.5 2024-02-29T12:00:00.123456',
    '2024-02-29T12:00:00.123456789Z',
  ),
  ...values(
    422,
    '2023-02-29T00:00:00 2024-13-01T00:00:00 20000-01-01T00:00:00 0000-01-01T00:00:00 2024-01-01T25:00:00',
    '2024-01-01T00:60:00 2024-01-01T00:00:61 2024-01-01T00:00:00%2B99:00 2024-01-01T00:00:00Zz',
  ),
  ...values(
    422,
    'infinity -infinity now epoch null NaN 1 1735689600 1735689600000 %20 2024-01-01T00:00:00%00',
    '%EF%BC%92024-01-01T00:00:00 yesterday',
    'x'.repeat(8_000),
  ),
  ...values(
    'any',
    '2024-01-01 2024-01-01t00:00:00z 2024-12-31T23:59:60 2024-01-01T24:00:00 2024-01-01%2000:00:00',
    '2024-01-01T00:00 9999-12-31T23:59:59-14:00 0001-01-01T00:00:00%2B14:00 2024-01-01T00:00:00.',
  ),
];

function enumValues({ enum: known = [] }: Schema): readonly ValueClass[] {
  const [first = ''] = known;
  return [
    ...values('fits', ...known),
    ...values(
      422,
      '__proto__ constructor toString hasOwnProperty null 0 true %7B%7D %20',
      first.toUpperCase(),
      `%20${first}`,
      `${first}%20`,
      `${first}%00`,
      [...known, first].join(','),
      '%5B%22' + first + '%22%5D',
      `${first};drop`,
      EMOJI,
    ),
  ];
}

function idLists({ maxItems = 1_000, items = {} }: Schema): readonly ValueClass[] {
  const count = (n: number): string => Array.from({ length: n }, (_, index) => index + 1).join(',');
  return [
    ...values(
      'fits',
      '1 1,2 1,1,1 2,1 2147483648',
      MAX,
      count(Math.min(200, maxItems)),
      count(maxItems),
      ...(items.minimum === 0 ? ['0'] : []),
    ),
    ...values(
      422,
      '-1 1,-1 1,x x 1,null [1] %5B1,2%5D %7B%22length%22:1e9%7D 1;2 1,,%20',
      count(maxItems + 1),
      ...(items.minimum === 0 ? [] : ['0', '1,0']),
      ...NO_NUMBERS,
    ),
    ...values('any', '1,,2 1, ,1 ,'),
  ];
}

/** Values for lists of the names that an enumeration has. */
function enumLists({ items = {} }: Schema): readonly ValueClass[] {
  const { enum: known = [] } = items;
  const [first = '', second = first] = known;
  return [
    ...values('fits', ...known, `${first},${second}`, known.join(',')),
    ...values(
      422,
      `${first},nowhere ${first};${second} [${first}] %20${first} ${first}%00 __proto__ constructor null 1`,
      first.toUpperCase(),
      EMOJI,
      FULL_WIDTH_1,
    ),
    ...values('any', `${first},${first} ${first},,${second} ${first}, ,`),
  ];
}

/** Values for languages, which are the only lists whose items have a pattern. */
function languageLists({ maxItems = 1_000 }: Schema): readonly ValueClass[] {
  return [
    ...values('fits', 'en en,de en,en EN,de und yue xx'),
    ...values(
      422,
      'e abcd en-GB en_GB en;de [en] %20en en%00 en%0A 1 __proto__ en,1',
      Array.from({ length: maxItems + 1 }, (_, n) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))).join(
        ',',
      ),
      EMOJI,
      FULL_WIDTH_1,
    ),
    ...values('any', 'en,,de en, ,'),
  ];
}

/** Values for slugs of platforms, which are the only lists of other names. */
function nameLists({ maxItems = 1_000, items = {} }: Schema): readonly ValueClass[] {
  return [
    ...values('fits', 'trustpilot trustpilot,steam trustpilot,trustpilot TRUSTPILOT'),
    ...values(
      422,
      'trust-pilot trustpilot,nowhere trustpilot;steam [trustpilot] %20trustpilot trustpilot%00 __proto__ constructor null 1',
      'x'.repeat((items.maxLength ?? 64) + 1),
      Array.from({ length: maxItems + 1 }, (_, index) => index.toString(36)).join(','),
      EMOJI,
      FULL_WIDTH_1,
    ),
    ...values('any', 'trustpilot,,steam trustpilot, ,'),
  ];
}

function texts({ maxLength = 100 }: Schema): readonly ValueClass[] {
  const classes: readonly ValueClass[] = [
    ...values(
      'fits',
      '%20 %20%20%20 x xy %25 %25%25 _ __ %5C %5C%5C room%5C %5C%25 a%27%20or%201=1-- %22%22',
      '<script>alert(1)</script> ${7*7} {{7*7}} ../../etc/passwd %EF%BB%BFroom',
      'x'.repeat(maxLength),
      EMOJI.repeat(maxLength),
    ),
    ...values(
      'fits',
      '%E2%80%AEroom %E2%80%8Droom cafe%CC%81 caf%C3%A9 %F0%9F%91%A8%E2%80%8D%F0%9F%91%A9 ab%0d%0acd ab%09cd',
      '%01%02 %EF%BF%BF %EF%BF%BD null undefined %C4%B0 %C3%9F %D0%9E%D0%A2 %E5%A5%BD a+b a%2Bb 1 true [] *',
      '( ((((((((((',
    ),
    ...values(
      422,
      '%00 room%00 %00room',
      'x'.repeat(maxLength + 1),
      EMOJI.repeat(maxLength + 1),
      '%20'.repeat(maxLength + 1),
      'x'.repeat(Math.max(8_000, maxLength + 1)),
    ),
  ];
  // `bad-headers.spec.ts` tests request lines of more than 16 KB, which are refused before they are parsed.
  return classes.filter(([value]) => value.length < 12_000);
}

/** Returns the values for a query parameter by its schema, or null if there are none for the type. */
export function valuesFor(schema: Schema): readonly ValueClass[] | null {
  const { type, format } = schema;
  if (type === 'array' && schema.items?.enum) return enumLists(schema);
  if (type === 'array' && schema.items?.pattern) return languageLists(schema);
  if (type === 'array') return schema.items?.type === 'string' ? nameLists(schema) : idLists(schema);
  if (type === 'integer') return integers(schema);
  if (type === 'number') return numbers(schema);
  if (type === 'boolean') return BOOLEANS;
  if (type !== 'string') return null;
  if (schema.enum) return enumValues(schema);
  if (format === 'date') return DATES;
  return isInstant(schema) ? INSTANTS : texts(schema);
}

function isInstant({ example }: Schema): boolean {
  return typeof example === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(example);
}

/** Returns query strings with unusual spellings of one parameter. `fit` is a valid value. */
export function spellingsOf(
  name: string,
  fit: string,
  schema: Schema,
): readonly (readonly [query: string, outcome: Outcome])[] {
  const isList = schema.type === 'array';
  return [
    [`${name}=`, 'absent'],
    [name, 'absent'],
    [`${name}=&`, 'absent'],
    [`&&${name}=&&`, 'absent'],
    [`${name.toUpperCase()}=${fit}`, 'absent'],
    [`${name}[a]=${fit}`, 'absent'],
    [`${name}[__proto__]=${fit}`, 'absent'],
    [`${name}.x=${fit}`, 'absent'],
    [`${name}%00=${fit}`, 'absent'],
    [`${name}%20=${fit}`, 'absent'],
    [`x=${name}=${fit}`, 'absent'],
    [`unknown=1&__proto__=1&constructor=1&__proto__[${name}]=${fit}`, 'absent'],
    [`${'u=1&'.repeat(1_500)}${name}=`, 'absent'],
    [`${name}=${fit}&${name}=${fit}`, isList ? 'fits' : 400],
    [`${name}=&${name}=`, isList ? 'absent' : 400],
    [`${name}[]=${fit}`, isList ? 'fits' : 422],
    [`${name}%5B%5D=${fit}`, isList ? 'fits' : 422],
    ...BROKEN_ENCODINGS.map((text) => [`${name}=${text}`, 400] as const),
    ['%zz=1', 400],
  ];
}
