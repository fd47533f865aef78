import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Numbers and dates of the console are written in the locale and the time zone of the person, by `lib/format.ts` alone. A formatter
 * anywhere else has another locale or zone: a screen once said "1,234" in a sentence below "1.234" in a figure.
 */
const CONSOLE = path.resolve(__dirname, '../../console/src');
const FORMATS = 'lib/format.ts';
const FORMATTER =
  /Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat|DurationFormat)\b|\.toLocale(?:Date|Time)?String\(|\.toFixed\(|getTimezoneOffset/;

const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.ts$|\.gen\.ts$/.test(file) && file !== FORMATS,
);

test('there are files of the console', () => expect(files.length).toBeGreaterThan(200));

test('only lib/format.ts makes formatters of numbers and dates', () =>
  expect(files.filter((file) => FORMATTER.test(readFileSync(path.join(CONSOLE, file), 'utf8')))).toEqual([]));
