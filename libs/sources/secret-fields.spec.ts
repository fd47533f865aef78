/** The log redacts the credentials of every platform, under the names of the fields, headers and parameters that contain them. */
import { createLogger } from '@libs/logging';
import { CREDENTIAL_HEADERS } from './http-tools';
import { builtInSources } from './platforms';

const FIELDS = builtInSources.flatMap(({ facts, connecting }) =>
  (connecting?.credentialFields ?? []).map(({ name, secret }) => ({ slug: facts.slug, name, secret })),
);
/** Query parameters and form fields in which platforms and their token servers expect keys. */
const PARAMETERS = [
  'key',
  'apikey',
  'api_key',
  'app_key',
  'passkey',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'client_assertion',
  'assertion',
  'code_verifier',
];

function lineOf(fields: object): string {
  let line = '';
  createLogger('info', 'test', { write: (text: string) => void (line += text) }).info(fields, 'a line');
  return line;
}

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function expectRedacted(name: string): void {
  for (const spelling of [name, name.toUpperCase(), camelCase(name)]) {
    const failure = Object.assign(new Error('failed'), { request: { query: { [spelling]: 'hush' } } });
    const line = lineOf({ [spelling]: 'hush', connection: { given: { [spelling]: 'hush' } }, err: failure });
    expect(line).toContain('[redacted]');
    expect(line).not.toContain('hush');
  }
}

describe('the log redacts', () => {
  it('knows secret fields of several platforms', () => {
    const secrets = FIELDS.filter(({ secret }) => secret);
    expect(new Set(secrets.map(({ slug }) => slug)).size).toBeGreaterThan(5);
    expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(['passkey', 'page_access_token']));
  });

  it.each(FIELDS.filter(({ secret }) => secret))('the field `$name` of a connection to $slug', ({ name }) =>
    expectRedacted(name),
  );

  it.each(PARAMETERS)('the parameter `%s`', (name) => expectRedacted(name));

  it.each([...CREDENTIAL_HEADERS])('the header `%s`', (name) => expectRedacted(name));

  it('the credentials of a connection as a whole', () => expectRedacted('credentials'));

  it.each(FIELDS.filter(({ secret }) => !secret))('not the field `$name` of a connection to $slug', ({ name }) => {
    expect(lineOf({ [name]: 'shown' })).toContain('shown');
  });
});
