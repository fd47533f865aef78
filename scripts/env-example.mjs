/**
 * Writes `.env.example` from the table of settings in docs/configuration.md, which a test compares with the settings of the service.
 *
 * Usage: node scripts/env-example.mjs [--check] (--check writes nothing and exits with 1 if the file is out of date)
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

const FILE = path.join(ROOT, '.env.example');
const SETTING = /^\| `([A-Z][A-Z_]+)` \| (?:`([^`]*)`|–) \| (.+) \|$/gm;

const page = fs.readFileSync(path.join(ROOT, 'docs/configuration.md'), 'utf8');
const settings = [...page.matchAll(SETTING)].map(
  ([, name, value = '', meaning]) => `# ${meaning}\n# ${name}=${value}\n`,
);
const text = `# Settings for development. Copy this file to .env: npm start and npm run hrev read it. A variable of the
# environment takes precedence.

${settings.join('\n')}`;

if (!process.argv.includes('--check')) fs.writeFileSync(FILE, text);
else if (!fs.existsSync(FILE) || fs.readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('.env.example is out of date: run node scripts/env-example.mjs\n');
  process.exitCode = 1;
}
