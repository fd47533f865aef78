import { readJson } from './read-shape';
import { Changed } from './source-errors';

const nested = (levels: number, open = '[', close = ']'): string => open.repeat(levels) + close.repeat(levels);

describe('foreign JSON', () => {
  it.each<[what: string, text: string]>([
    ['256 levels', nested(256)],
    ['objects and lists beside each other', `[${'[{"a":1}],'.repeat(1_000)}1]`],
    ['brackets in a string', JSON.stringify('['.repeat(10_000))],
    ['brackets behind an escaped quote', JSON.stringify(`"\\"${'{'.repeat(10_000)}`)],
  ])('%s: read', (_what, text) => {
    expect(readJson(text, 'The answer')).toEqual(JSON.parse(text));
  });

  it.each<[what: string, text: string, message: string]>([
    ['257 levels of lists', nested(257), 'The answer is nested too deeply'],
    ['257 levels of objects', `${'{"a":'.repeat(257)}1${'}'.repeat(257)}`, 'The answer is nested too deeply'],
    ['a million brackets', `[${'[],'.repeat(1_000_001)}1]`, 'The answer holds too many values'],
    ['a string without an end', '{"a":"b', 'The answer is no JSON'],
    ['nothing', '', 'The answer is no JSON'],
  ])('%s: refused as changed', (_what, text, message) => {
    expect(() => readJson(text, 'The answer')).toThrow(new Changed(message));
  });
});
