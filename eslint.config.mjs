/**
 * What a reader may rely on in every file. Shape (who may import whom) is dependency-cruiser's business, layout is
 * the formatter's, and rules that need types are in .oxlintrc.json; this is about size and the few habits that have hurt.
 */
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.spec.ts', '**/*.db-spec.ts', 'test/**/*.ts', 'libs/sources/conformance/**/*.ts'];
const CLOCK_FREE = ['src/*/domain/**/*.ts', 'src/*/*/domain/**/*.ts'];

/** Syntax that is refused; each with the reason that the reader of the error needs. */
const REFUSED = [
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Named exports only: a thing has one name everywhere.',
  },
  {
    selector: "CallExpression[callee.property.name='orWhere'][arguments.0.type!='NewExpression']",
    message: 'A bare orWhere() escapes the account condition before it: put the alternatives into Brackets.',
  },
  {
    selector: "Property[key.name='where'] > ObjectExpression.value[properties.length=0]",
    message: 'where: {} means every row of every account: say which.',
  },
  {
    selector: "MemberExpression[object.name='URL'][property.name='canParse']",
    message: 'Node 20 refuses addresses with a letter such as ü once it is compiled: use parsedUrl of libs/kernel.',
  },
];

const PROCESS_ENV = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'The environment is read once, in libs/config.',
};

const CLOCK = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Rules know no clock: take the moment as an argument.',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Rules know no clock: take the moment as an argument.',
  },
];

const WORDS = 'Texts for persons are in console/src/words/en/.';
const LITERAL_TEXTS = [
  { selector: 'JSXText[value=/[A-Za-z]/]', message: WORDS },
  {
    selector: 'JSXAttribute[name.name=/^(aria-label|title|label|placeholder|description|alt)$/] > Literal',
    message: WORDS,
  },
];

const refuse = (...refusals) => ['error', ...refusals];

export default defineConfig(
  globalIgnores([
    'dist/',
    'libs/sdk/dist/',
    'libs/n8n-node/',
    'node_modules/',
    'coverage/',
    'bench/peers/node_modules/',
    'bench/results/',
    '.hrev/',
    '.cache/',
    '**/fixtures/',
    '**/*.gen.ts',
  ]),
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.base],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 10],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-control-regex': 'error',
      'require-yield': 'error',
      'no-eval': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-restricted-syntax': refuse(...REFUSED, PROCESS_ENV),
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-require-imports': 'error',
    },
  },
  { files: ['libs/config/**/*.ts'], rules: { 'no-restricted-syntax': refuse(...REFUSED) } },
  { files: CLOCK_FREE, ignores: TESTS, rules: { 'no-restricted-syntax': refuse(...REFUSED, PROCESS_ENV, ...CLOCK) } },
  { files: ['src/cli/**/*.ts', 'bench/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // SQL and markup in one piece are easier to read than cut up; a migration is a list of statements.
    files: ['libs/database/migrations/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // A function that returns a class of routes is as long as the class.
    files: ['src/**/*.routes.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }] },
  },
  {
    // A condition in JSX is a line of the page.
    files: ['console/**/*.tsx'],
    rules: { complexity: ['error', 15], 'no-restricted-syntax': refuse(...REFUSED, PROCESS_ENV, ...LITERAL_TEXTS) },
  },
  {
    // A test says much at length: a describe is a function, a table has many rows.
    files: [...TESTS, 'bench/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 700, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      complexity: ['error', 25],
      'no-restricted-syntax': refuse(...REFUSED),
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Patterns meet text of others, and nothing interrupts one that is tried again from every character of a long run.
    // test/architecture/patterns.spec.ts tries the same patterns on such texts, and plants what these rules must find.
    files: ['src/**/*.ts', 'libs/**/*.ts', 'scripts/**/*.mjs'],
    ignores: TESTS,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  // Jest and TypeORM's command line look for a default export.
  {
    files: ['test/support/global-*.ts', 'ormconfig.ts'],
    rules: { 'no-restricted-syntax': refuse(...REFUSED.slice(1)) },
  },
  {
    files: ['scripts/**/*.mjs', 'console/*.mjs', 'docs/.vitepress/**/*.mjs', '*.cjs', '*.mjs', 'test/**/*.cjs'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 10],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
);
