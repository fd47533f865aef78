import { missing, placed } from './use-form';

const fieldOf = (name: string): string | null => ({ email: 'email', event_types: 'events' })[name] ?? null;

test.each([
  ['its fields are named as those of the API', { email: 'bad' }, { email: 'bad' }],
  ['a field has another name here', { event_types: 'empty' }, { events: 'empty' }],
  ['two fields are named', { email: 'bad', event_types: 'empty' }, { email: 'bad', events: 'empty' }],
  ['one of the fields is not in the form', { email: 'bad', plan: 'unknown' }, { '': 'all of it' }],
  ['no field is named', {}, { '': 'all of it' }],
])('a refusal: %s', (_, byField, texts) => expect(placed({ byField, text: 'all of it' }, fieldOf)).toEqual(texts));

test('without a refusal there is no text', () => expect(placed(null, fieldOf)).toEqual({}));

test.each([
  ['', 'Give a name.'],
  ['  ', 'Give a name.'],
  ['x', null],
])('the text "%s" has the problem %s', (text, problem) => expect(missing(text, 'Give a name.')).toBe(problem));
