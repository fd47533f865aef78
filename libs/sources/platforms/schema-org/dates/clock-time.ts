// cspell:ignore aedt aest awst eest kell mesz nzdt nzst pada pukul saat
/**
 * Finds the time of day and the time zone in a date as scripts and servers print it: `T08:45:28.823Z`, `8:45:28 PM`,
 * `08:45:28 GMT+0200 (Central European Summer Time)`, `um 20:45 Uhr`, `klo 20.45`, `20h45`, `오후 8:45`.
 */
export interface ClockTime {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  /** Minutes east of UTC; null without a zone; `unknown` for a zone by a name that has several meanings. */
  readonly offset: number | null | 'unknown';
}

export interface SplitDate {
  /** The text without the time. */
  readonly date: string;
  /** Null if the text has no time. */
  readonly time: ClockTime | null;
}

/** Forms of a time of day; the groups are hours, minutes and seconds. */
const TIMES = [
  /(?<![\d.:+])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d{1,9})?(?![\d:])/,
  /(?<!\d)(\d{1,2}) ?[時时点點시] ?(\d{1,2}) ?[分분](?: ?(\d{1,2}) ?[秒초])?/,
  /(?<!\d)(\d{1,2}) ?h ?(\d{2})(?: ?(?:m|min) ?(\d{2}) ?s?)?(?!\d)/,
  /(?<=(?:^| )(?:klo|kl\.?|alle|ore|um|pukul|jam|kell) )(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?!\d)/,
  // Without a word, only after a year.
  /(?<=(?:^|[^\d])\d{4},? )(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.])/,
  /(?<![\d:])(\d{1,2})(?= ?[ap]\.? ?m(?![a-z]))()()/,
];
/** `20260521T084528Z`, `20260521084528`: the groups are the date and the time. */
const BASIC = /^(\d{8})t?(\d{2})(\d{2})(\d{2})?(?:[.,]\d{1,9})?(?=$|[z+ -])/;

const MERIDIEM_BEFORE = /(오전|오후|上午|下午|午前|午後|凌晨|早上|清晨|中午|晚上|(?<=[일日] ?)[ap]m)$/;
/** Chinese writes the zone before the time. */
const ZONE_BEFORE = / \[?(?:utc|gmt)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?\]? ?$/;
/** Words and signs between a date and its time. */
const JOINING =
  /(?:^|[\s,]|(?<=\d))(?:t|at|@|um|à|a las|a la|alle|alle ore|ore|às|as|a les|kl\.?|klo|kell|om|o|w|v|ve|в|во|о|у|u|ob|në|pada|saat|lúc|pukul|jam|στις|को|এ|في|ساعت|בשעה|tại|เวลา|la ora|la)$/;
/** What may follow a time: half of the day, unit, name of a zone, offset, a remark in brackets. */
const MERIDIEM =
  / ?(am|pm|a\.m\.|p\.m\.|a\. m\.|p\. m\.|a\.m|p\.m|ص|م|π\.μ\.|μ\.μ\.|öö|ös|de\.|du\.|pg|ptg|p\.d\.|m\.d\.)(?![\p{L}])/uy;
const UNIT = / ?(?:uhr|hs|hrs|h|ч\.|น\.)(?![\p{L}])/uy;
const ZONE_NAME = / ?\(?(z|[a-z]{2,5})\)?(?![\p{L}\d])/uy;
/** Whole names of zones, as browsers write them with `timeStyle: 'full'`. Only UTC and GMT have a known offset. */
const ZONE_WORDS =
  / ?(?:(coordinated universal time|greenwich mean time)|(?:[a-z]{1,20} ){1,4}(?:standard|daylight|summer) time)(?![\p{L}\d])/uy;
const OFFSET = / ?([+-])(\d{1,2})(?::?(\d{2}))?(?::\d{2})?(?!\d)/y;
const REMARK = / ?(?:\([^()]*\)|\[[^[\]]*\])/y;

/** Names with one meaning. `CST`, `IST` and `BST` have several. */
const ZONES: ReadonlyMap<string, number | 'unknown'> = new Map<string, number | 'unknown'>([
  ...named(0, 'z', 'utc', 'gmt', 'ut', 'wet'),
  ...named(60, 'cet', 'mez', 'west'),
  ...named(120, 'cest', 'mesz', 'eet', 'sast'),
  ...named(180, 'eest', 'msk', 'trt'),
  ...named(540, 'jst', 'kst'),
  ...named(600, 'aest'),
  ...named(660, 'aedt'),
  ...named(720, 'nzst'),
  ...named(780, 'nzdt'),
  ...named(-240, 'edt'),
  ...named(-300, 'est', 'cdt'),
  ...named(-360, 'mdt'),
  ...named(-420, 'mst', 'pdt'),
  ...named(-480, 'pst'),
  ...named(
    'unknown',
    'cst',
    'ist',
    'bst',
    'amt',
    'ast',
    'art',
    'brt',
    'gst',
    'pkt',
    'sgt',
    'hkt',
    'wib',
    'ict',
    'awst',
  ),
]);

function named(
  offset: number | 'unknown',
  ...names: readonly string[]
): readonly (readonly [string, number | 'unknown'])[] {
  return names.map((name) => [name, offset] as const);
}

/** Splits a date in the form of `plainForm`. Returns null if it has a time that is not understood. */
export function splitTime(text: string): SplitDate | null {
  const basic = BASIC.exec(text);
  if (basic !== null) return withTime(basic.slice(2), basic[1] ?? '', text.slice(basic[0].length));
  for (const pattern of TIMES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    return withTime(match.slice(1), text.slice(0, match.index), text.slice(match.index + match[0].length));
  }
  return { date: text, time: null };
}

function withTime(digits: readonly (string | undefined)[], before: string, after: string): SplitDate | null {
  const rest = new Rest(after);
  const { date, half: halfBefore, zone } = splitBefore(before.trimEnd());
  const half = halfBefore ?? rest.take(MERIDIEM)?.[1];
  rest.take(UNIT);
  const offset = zone === null ? takeOffset(rest) : offsetOf(zone[1], zone[2], zone[3]);
  const hours = hoursOf(Number(digits[0]), half);
  const [minutes, seconds] = digits.slice(1).map((digit) => Number(digit || 0)) as [number, number];
  // After the time only a year or the date may remain. Another word may be the half of the day in a further language.
  const isUnderstood = rest.text === '' || /\d/.test(rest.text);
  if (hours === null || minutes > 59 || !(seconds <= 59) || !isUnderstood) return null;
  return { date: `${date} ${rest.text}`.trim(), time: { hours, minutes, seconds, offset } };
}

/** Splits the text before a time: the date, the half of the day, and the zone. */
function splitBefore(before: string): { date: string; half: string | undefined; zone: RegExpExecArray | null } {
  const half = MERIDIEM_BEFORE.exec(before)?.[1];
  const withoutHalf = before.replace(MERIDIEM_BEFORE, '');
  const zone = ZONE_BEFORE.exec(withoutHalf);
  return { date: withoutJoining(withoutHalf.replace(ZONE_BEFORE, '')), half, zone };
}

const MORNINGS = /^(?:a|p\.d|오전|上午|午前|凌晨|早上|清晨|ص|π|öö|de|pg)/;

function hoursOf(hours: number, half: string | undefined): number | null {
  if (half === undefined) return hours <= 23 ? hours : null;
  const isMorning = MORNINGS.test(half);
  if (hours > 12) return isMorning || hours > 23 ? null : hours;
  return (hours % 12) + (isMorning ? 0 : 12);
}

/** `Z`, `GMT`, `+02:00`, `GMT+0200 (Central European Summer Time)`, `+0000 UTC`, `+02:00[Europe/Paris]`. */
function takeOffset(rest: Rest): ClockTime['offset'] {
  const first = takeZone(rest);
  const [, sign, hours, minutes] = rest.take(OFFSET) ?? [];
  const last = takeZone(rest);
  rest.take(REMARK);
  return sign === undefined ? (first ?? last) : offsetOf(sign, hours, minutes);
}

const offsetOf = (sign: string | undefined, hours = '0', minutes = '0'): number =>
  (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));

function takeZone(rest: Rest): ClockTime['offset'] {
  const words = rest.take(ZONE_WORDS);
  if (words !== null) return words[1] === undefined ? 'unknown' : 0;
  const name = rest.peek(ZONE_NAME)?.[1] ?? '';
  const offset = ZONES.get(name);
  if (offset === undefined) return null;
  rest.take(ZONE_NAME);
  return offset;
}

/** The date without the words and signs before its time. */
function withoutJoining(before: string): string {
  const trimmed = before.trimEnd().replace(/[ ,·|-]{1,3}$/, '');
  return trimmed.replace(JOINING, '').trimEnd().replace(/,$/, '');
}

/** A text that is taken from the left. */
class Rest {
  private at = 0;

  constructor(private readonly whole: string) {}

  get text(): string {
    return this.whole.slice(this.at).replace(/^[ ,]+/, '');
  }

  /** Matches a sticky pattern without taking it. */
  peek(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.whole);
  }

  take(pattern: RegExp): RegExpExecArray | null {
    const match = this.peek(pattern);
    if (match !== null) this.at += match[0].length;
    return match;
  }
}
