import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, 'en');
const texts = new Map(
  readdirSync(FOLDER)
    .filter((name) => !name.endsWith('.spec.ts'))
    .map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')] as const),
);

/** Texts that were not understood when the console was tried, each with the file where it would come back. Null: in no file. */
test.each<[string, string | null]>([
  ['every rating, none without one', null],
  ['95 of 100', null],
  ["forgotten: 'New password'", 'sign-in.ts'],
  ['Choose a new password', null],
  ['The only object', null],
  ['`half in ${', null],
  ['${n} points`', null],
  [' in 7 d`', null],
  ['The platform is known, but the address is not a page of one of its objects.', null],
  ['Read again every 15 s', null],
  ['${by} (${name})', 'roads.ts'],
  ['Shown to its owner only', null],
  ['the platform does not say of how many', null],
  ["'links')} collected`", 'object.ts'],
  ['Links due within the hour', null],
  ['Paused by us', null],
  ['paused by us', null],
  ['Sign-in of ', null],
  ['Known, not yet used', null],
  ["'keys answer')} 402", null],
  ["objects: 'Confirm an object'", 'operator-account.ts'],
  ['Id of the object', null],
  ['Secrets sealed again', null],
  ['made due again', null],
  ['this record are erased', null],
  ['Ask by Help', null],
  ['Failed jobs', null],
  ['Reviews and replies wait until you connect again.', null],
  ['`The next one: ${time}.`', null],
  ["now: 'now',\n  noPinned", 'object.ts'],
])('%j is said otherwise', (old, file) => {
  const found = [...texts].filter(([name, text]) => (file === null || name === file) && text.includes(old));
  expect(found.map(([name]) => name)).toEqual([]);
});
