// cspell:ignore sess
import { builtInSources } from '@libs/sources';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { REMOVED, isSecretName, jsonWithoutSecrets, pathWithoutSecrets, queryWithoutSecrets } from './without-secrets';

const KEY = `hrev_${'4fGh2K9'.repeat(7)}`;
const SECRET = `whsec_${'a1_-'.repeat(10)}abc`;

describe('isSecretName', () => {
  it.each([
    'password',
    'new_password',
    'X-API-Key',
    'apiKey',
    'client_secret',
    'refreshToken',
    'credentials',
    'fields',
    'KEY',
    'access_key',
    'AWSAccessKeyId',
    'X-Amz-Signature',
    'Subscription-Key',
    'app_key',
    'sig',
    'code',
    'auth_code',
    'code_verifier',
    'client_assertion',
    'hmac',
    'sid',
    'PHP_SESS_ID',
  ])('%s holds a secret', (name) => expect(isSecretName(name)).toBe(true));
  it.each(
    builtInSources.flatMap(({ facts, connecting }) =>
      (connecting?.credentialFields ?? []).filter(({ secret }) => secret).map(({ name }) => [name, facts.slug]),
    ),
  )('%s of a connection to %s holds a secret', (name) => expect(isSecretName(name)).toBe(true));
  it.each([
    'name',
    'text',
    'key_id',
    'keyword',
    'target',
    'object_ids',
    'passenger',
    'status_code',
    'error_code',
    'state',
    'design',
    'postcode',
  ])('%s does not', (name) => expect(isSecretName(name)).toBe(false));
});

describe('jsonWithoutSecrets', () => {
  it.each([
    ['a body without secrets stays as it is', '{ "name" : "Añ \\u0041",\n "n":[1,-2.5e3,true,null,{},[]] }', null],
    ['a text', '{"password":"x","a":1}', '{"password":"[removed]","a":1}'],
    ['a number', '{"totp": 123456}', '{"totp": "[removed]"}'],
    ['an object', '{"fields":{"a":["}",{"b":"\\"}"}]},"b":2}', '{"fields":"[removed]","b":2}'],
    ['a name with escapes', '{"pass\\u0077ord":"x"}', '{"pass\\u0077ord":"[removed]"}'],
    ['a nested name', '[{"a":{"Client-Secret":"x"}}]', '[{"a":{"Client-Secret":"[removed]"}}]'],
    ['a name twice', '{"token":"x","token":"y"}', '{"token":"[removed]","token":"[removed]"}'],
    ['a key in a text', `{"name":"my ${KEY}."}`, '{"name":"my [removed]."}'],
    ['a key as a name', `{"${KEY}":1}`, '{"[removed]":1}'],
    ['a signing secret in a list', `["${SECRET}"]`, '["[removed]"]'],
    [
      'the user of an address',
      '{"target":"https://u:p@h.example/a?b=1"}',
      '{"target":"https://[removed]@h.example/a?b=1"}',
    ],
    [
      'a parameter of an address',
      '{"target":"https://h.example/?a=1&token=x"}',
      '{"target":"https://h.example/?a=1&token=[removed]"}',
    ],
    [
      'parameters of an address, by their names and by their values',
      '{"target":"https://h.example/?sig=x&access_key=y&v=2&k=9f86d081884c7d65"}',
      '{"target":"https://h.example/?sig=[removed]&access_key=[removed]&v=2&k=[removed]"}',
    ],
    [
      'a token in the path of a target',
      '{"target":"https://hooks-eu-1.h.example/services/9f86d081884c7d659a2f/x","url":"https://h.example/9f86d081884c7d659a2f"}',
      '{"target":"https://hooks-eu-1.h.example/services/[removed]/x","url":"https://h.example/9f86d081884c7d659a2f"}',
    ],
    ['a text that is cut off', '{"a":1,"name":"hrev_4fG', '{"a":1,"name":[removed]'],
    ['a secret that is cut off', '{"a":1,"fields":{"b":"c', '{"a":1,"fields":[removed]'],
    ['a name without a colon', '{"password" "x"}', '{"password" [removed]'],
    ['a name without quotes', "{password: 'x'}", '{[removed]'],
    ['a value without a name', '{"a","password","x"}', '{"a"[removed]'],
    ['two texts', '"password" "x"', '"password" [removed]'],
    ['a form', 'password=x', '[removed]'],
    ['a bracket too many', '{"a":1}]', '{"a":1}[removed]'],
    ['a comma at the end', '{"a":1,}', '{"a":1,[removed]'],
  ])('%s', (_, text, expected) => expect(jsonWithoutSecrets(text)).toBe(expected ?? text));

  it.each(['[', '{"a":', '"', '\\', '//', '?a=', ' ', 'hrev_', '[]', '{"a":1},'])(
    'takes linear time for %j, repeated in a text and alone',
    (part) => {
      for (const start of ['{"a":"', '']) {
        const document = (size: number) => start + part.repeat(size);
        expect(growth(1_000, document, jsonWithoutSecrets)).toBeLessThan(FAR_FROM_QUADRATIC);
      }
    },
  );
});

describe('queryWithoutSecrets', () => {
  const removed = encodeURIComponent(REMOVED);
  it.each([
    ['search=a%20b&limit=5&flag', null],
    ['api_key=x&a=1', `api_key=${removed}&a=1`],
    ['api_%6Bey=x', `api_%6Bey=${removed}`],
    [`search=${KEY}`, `search=${removed}`],
    [`search=%68rev_${KEY.slice(5)}`, `search=${removed}`],
    [`${KEY}`, '[removed]'],
    ['a=%zz', null],
    ['access_key=x&sig=y&code=z&state=failed', `access_key=${removed}&sig=${removed}&code=${removed}&state=failed`],
  ])('%s', (query, expected) => expect(queryWithoutSecrets(query)).toBe(expected ?? query));
});

it('pathWithoutSecrets removes a key, also an encoded one', () => {
  expect(pathWithoutSecrets('/v3/keys/12')).toBe('/v3/keys/12');
  expect(pathWithoutSecrets('/v3/a%20b/%zz')).toBe('/v3/a%20b/%zz');
  expect(pathWithoutSecrets(`/v3/keys/${KEY}`)).toBe('/v3/keys/[removed]');
  expect(pathWithoutSecrets(`/v3/keys/hrev%5F${KEY.slice(5)}`)).toBe('/v3/keys/[removed]');
});
