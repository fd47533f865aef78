/** The checks of n8n for community nodes. The project runs them with its own ESLint (test/processes/n8n-node.spec.ts). */
import community from '@n8n/eslint-plugin-community-nodes';
import base from 'eslint-plugin-n8n-nodes-base';
import { parser } from 'typescript-eslint';

const languageOptions = { parser, parserOptions: { extraFileExtensions: ['.json'] } };
const plugins = { 'n8n-nodes-base': base };

export default [
  { ignores: ['dist/', 'node_modules/'] },
  { files: ['**/*.ts'], languageOptions },
  { files: ['package.json'], languageOptions },
  { files: ['package.json', '**/*.ts'], ...community.configs.recommended, ignores: [] },
  {
    files: ['package.json'],
    plugins,
    rules: {
      ...base.configs.community.rules,
      // hrev is under the Apache License; the rule is for nodes that n8n itself offers.
      'n8n-nodes-base/community-package-json-license-not-default': 'off',
    },
  },
  {
    files: ['credentials/**/*.ts'],
    plugins,
    rules: {
      ...base.configs.credentials.rules,
      // For nodes in the repository of n8n, whose pages have a name instead of an address.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
    },
  },
  {
    files: ['nodes/**/*.ts'],
    plugins,
    rules: {
      ...base.configs.nodes.rules,
      // They do not find the name of the file with the project's ESLint, and take every node for a trigger.
      'n8n-nodes-base/node-filename-against-convention': 'off',
      'n8n-nodes-base/node-class-description-display-name-unsuffixed-trigger-node': 'off',
      'n8n-nodes-base/node-class-description-name-unsuffixed-trigger-node': 'off',
      // They know only the former texts for the kind of a connection.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
    },
  },
];
