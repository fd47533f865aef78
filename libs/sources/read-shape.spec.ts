import { readJson } from './read-shape';
import { Changed } from './source-errors';

const nested = (levels: number, open = '[', close = ']'): string => open.repeat(levels) + close.repeat(levels);

describe('readJson', () => {
  it.each<[what: string, text: string]>([
    ['256 levels', nested(256)],
    ['many sibling objects and lists', `[${'[{"a":1}],'.repeat(1_000)}1]`],
    ['brackets in a string', JSON.stringify('['.repeat(10_000))],
    ['brackets after an escaped quote', JSON.stringify(`"\\"${'{'.repeat(10_000)}`)],
  ])('accepts %s', (_what, text) => {
    expect(readJson(text, 'The response')).toEqual(JSON.parse(text));
  });

  it.each<[what: string, text: string, message: string]>([
    ['257 levels of lists', nested(257), 'The response is nested too deeply'],
    ['257 levels of objects', `${'{"a":'.repeat(257)}1${'}'.repeat(257)}`, 'The response is nested too deeply'],
    ['a million brackets', `[${'[],'.repeat(1_000_001)}1]`, 'The response has too many values'],
    ['a string without an end', '{"a":"b', 'The response is not JSON'],
    ['an empty text', '', 'The response is not JSON'],
  ])('refuses %s with Changed', (_what, text, message) => {
    expect(() => readJson(text, 'The response')).toThrow(new Changed(message));
  });
});
