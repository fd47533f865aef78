import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fs from 'node:fs';
import { defineConfig } from 'vite';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const FONTS = ['@fontsource-variable/inter', '@fontsource/jetbrains-mono'];
const SERVICE = 'http://localhost:4738';

/**
 * The scripts that are loaded together. Without the groups each module that two screens use is a file of its own: the overview
 * loads 65 files, most of them below 1 KB. With them it loads 21.
 */
const GROUPS = [
  { name: 'start', tags: ['$initial'], priority: 1 },
  { name: 'shared', minShareCount: 5 },
];

// React's development build is used if a test runner's NODE_ENV reaches the build.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

/** `npm run build` writes dist/console, which the API serves at /console; `npm run console:dev` reads a running service. */
export default defineConfig({
  root: HERE,
  base: '/console/',
  plugins: [fontLicenses()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2023',
    // An inlined file would be a `data:` address, which the policy of the page refuses.
    assetsInlineLimit: 0,
    // One file for the styles of all screens: smaller than fifty, and the order of the rules is always the same.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: true,
    // Mantine marks its modules for servers that render React; the console has none.
    rolldownOptions: {
      onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
      output: { codeSplitting: { groups: GROUPS } },
    },
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: { '/v3': SERVICE, '/console/api': SERVICE } },
});

/** The licenses of the fonts, which the license file of the scripts does not contain. */
function fontLicenses() {
  return {
    name: 'hrev-font-licenses',
    generateBundle() {
      for (const font of FONTS) {
        const source = fs.readFileSync(path.join(HERE, '../node_modules', font, 'LICENSE'), 'utf8');
        this.emitFile({ type: 'asset', fileName: `license-${path.basename(font)}.txt`, source });
      }
    },
  };
}
