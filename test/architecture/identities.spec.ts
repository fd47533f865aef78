import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Identities (addresses of mail, slugs, names of hosts and headers) are compared by `foldIdentity`, and in SQL by `foldedSql`. Other ways
 * depend on Unicode or on the locale of the database, so that a look-up and the limit beside it disagree. This list has the files that
 * fold something else: the words of persons, and texts whose form is checked before or afterwards. Adapters of platforms are not part of it.
 */
const OTHER_TEXTS: Readonly<Record<string, string>> = {
  'libs/config/variable-types.ts': 'hexadecimal keys, whose form is checked',
  'libs/database/fold-identity.sql.ts': 'the folding itself',
  'libs/database/table.ts': 'names of properties of our own tables',
  'libs/egress/read-body.ts': 'content codings of a fixed list',
  'libs/http/content-coding.ts': 'content codings of a fixed list',
  'libs/http/json-body.ts': 'content codings and charsets of a fixed list',
  'libs/http/openapi/operation-name.ts': 'methods of our own routes',
  'libs/http/query-fields.ts': 'true and false',
  'libs/kernel/fold-identity.ts': 'the folding itself',
  'libs/logging/secrets.ts': 'names of fields: a wider folding redacts more',
  'libs/sdk/src/deprecations.ts': 'relations of links',
  'libs/sdk/src/transport.ts': 'types of media of a fixed list',
  'libs/sdk/src/verify-webhook.ts': 'names of headers',
  'src/auth/persistence/account.store.ts': 'a search in names and addresses',
  'src/connections/domain/match-cards.ts': 'names of places, compared as words',
  'src/console/identity/domain/password-rules.ts': 'words in passwords',
  'src/console/identity/persistence/member.store.ts': 'the order of names',
  'src/console/records/domain/without-secrets.ts': 'names of parameters: a wider folding redacts more',
  'src/console/inbox/persistence/template.store.ts': 'the order of names',
  'src/collection/states/persistence/object-list.query.ts': 'a search in names, and their order',
  'src/embeds/http/element-script.ts': 'tags of languages',
  'src/links/domain/import-trial.ts': 'names of objects, which a person compares',
  'src/reviews/feed/persistence/feed-conditions.sql.ts': 'a search in texts',
  'src/reviews/intake/domain/compared-review.ts': 'texts of reviews',
  'src/reviews/intake/domain/mask-author.ts': 'names of authors',
  'src/reviews/intake/domain/unmasked-author.ts': 'names of authors',
  'src/webhooks/domain/exchange.ts': 'content codings of a fixed list',
  'src/webhooks/listeners/http/v3/claim.shapes.ts': 'names of headers',
  'src/webhooks/payloads/messages/message.ts': 'the title of a message within a sentence',
};

const ROOT = path.resolve(__dirname, '../..');
const IS_TEST = /\.(?:db-)?spec\.ts$/;
const FOLDS = /\.to(?:Locale)?LowerCase\(|(?<![\w.])lower\(/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src/*.ts', 'libs/*.ts'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !IS_TEST.test(file))
  .filter((file) => !file.startsWith('libs/sources/') && !file.startsWith('libs/database/migrations/'));

it('identities are folded in one place; every other folding is listed with its reason', () => {
  const folding = files.filter((file) => FOLDS.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(folding.sort()).toEqual(Object.keys(OTHER_TEXTS).sort());
});
