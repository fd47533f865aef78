/** The checks of n8n for community nodes. The project runs them with its own ESLint (test/processes/n8n-node.spec.ts). */
import community from '@n8n/eslint-plugin-community-nodes';
import { parser } from 'typescript-eslint';

const languageOptions = { parser, parserOptions: { extraFileExtensions: ['.json'] } };

export default [
  { ignores: ['dist/', 'node_modules/'] },
  { files: ['**/*.ts'], languageOptions },
  { files: ['package.json'], languageOptions },
  { files: ['package.json', '**/*.ts'], ...community.configs.recommended, ignores: [] },
];
