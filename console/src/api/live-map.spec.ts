import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LIVE_KINDS } from '../lib/live/kinds';

const API = __dirname;
const QUERIES = path.join(API, 'queries');

/** Resources that no event concerns, each with how a screen learns of a change. */
const WITHOUT_EVENT: Readonly<Record<string, string>> = {
  audit: 'a record of the past: read when the screen is opened',
  consents: 'polled while a consent is carried out',
  embeds: 'changed on the same screen, and read again when it is opened',
  folders: 'grouping by persons: read again after each own change and when the window gets the focus',
  invitations: 'changed by owners on the same screen',
  keys: 'polled every 30 s for their last use',
  'notice-preferences': 'choices of the person alone',
  'reply-policy': 'changed by owners on the same screen, and read again when it is opened',
  'reply-templates': 'read again when the editor is opened',
  requests: 'polled while the log is shown',
  sources: 'change with the version of the service',
  views: 'read again when the window gets the focus',
};

const RESOURCE = /\['account', accountId, '([\w-]+)'/g;
const resourcesIn = (text: string): readonly string[] => [...text.matchAll(RESOURCE)].map(([, name = '']) => name);
const files = readdirSync(QUERIES).map((name) => readFileSync(path.join(QUERIES, name), 'utf8'));
const map = readFileSync(path.join(API, 'live-map.ts'), 'utf8');

const queried = new Set(files.flatMap(resourcesIn));
const declared = files.filter((text) => /export const \w+Live: Invalidations/.test(text)).flatMap(resourcesIn);
const covered = new Set([...declared, ...resourcesIn(map)]);

test('every query of an account is made stale by an event, or is listed as one that needs none', () =>
  expect([...queried].filter((resource) => !covered.has(resource)).sort()).toEqual(Object.keys(WITHOUT_EVENT)));

test('every event makes only resources stale that are queried', () =>
  expect([...covered].filter((resource) => !queried.has(resource))).toEqual([]));

test('every map beside the queries is used', () => {
  const names = files
    .flatMap((text) => [...text.matchAll(/export const (\w+Live): Invalidations/g)])
    .map(([, name]) => name);
  expect(names.filter((name) => !new RegExp(`MAPS.*\\b${name}\\b`).test(map))).toEqual([]);
});

test('every kind of event makes something stale', () => {
  const text = [map, ...files].join('\n');
  expect(LIVE_KINDS.filter((kind) => !text.includes(`'${kind}':`))).toEqual([]);
});
