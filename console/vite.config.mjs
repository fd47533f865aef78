import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const FONTS = ['@fontsource-variable/inter', '@fontsource/jetbrains-mono'];
const SERVICE = 'http://localhost:4738';
/** Level 11 takes twice as long and saves another per cent. */
const BROTLI_QUALITY = 10;

/** What the frame and the first look at a screen do not need: dialogs, long forms and tables. */
const LATER = new RegExp(
  [
    String.raw`@mantine[\\/]core[\\/]esm[\\/]components[\\/](Modal|ModalBase|Drawer|PasswordInput|Textarea|Switch|Checkbox|Overlay)[\\/]`,
    String.raw`@mantine[\\/]notifications|InlineInput|react-remove-scroll`,
    String.raw`src[\\/]words[\\/]en[\\/](webhook|object|factors|sign-in)\.`,
    String.raw`src[\\/]parts[\\/](drawer|dialog-actions|pages|table|row-window)\.`,
    String.raw`src[\\/]lib[\\/](csv|passkeys)\.|queries[\\/](webhooks|operator|factors)\.`,
  ].join('|'),
);

/**
 * The scripts that are loaded together. Without the groups each module that two screens use is a file of its own: the overview
 * loads 65 files, most of them below 1 KB. With them it loads 22.
 */
const GROUPS = [
  { name: 'start', tags: ['$initial'], priority: 2 },
  { name: 'shared', minShareCount: 5, priority: 1, test: (id) => !LATER.test(id) },
  { name: 'later', minShareCount: 5, test: LATER },
];

// React's development build is used if a test runner's NODE_ENV reaches the build.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

/** `npm run build` writes dist/console, which the API serves at /console; `npm run console:dev` reads a running service. */
export default defineConfig({
  root: HERE,
  base: '/console/',
  resolve: { alias: { '@libs/sdk': path.join(HERE, '../libs/sdk/src/index.ts') } },
  plugins: [fontLicenses(), stylesAfterStart(), compressedFiles()],
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

/** The styles stand after what the page shows at once, which would otherwise wait for them. */
function stylesAfterStart() {
  return {
    name: 'hrev-styles-after-start',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [link, ...others] = html.match(/ *<link rel="stylesheet" crossorigin[^>]*>\n/g) ?? [];
        if (link === undefined || others.length > 0) throw new Error('the page needs exactly one built file of styles');
        return html.replace(link, '').replace('  </body>', () => `${link}  </body>`);
      },
    },
  };
}

/** Compressed forms beside the files, so that the first person who opens the console does not wait for them. */
function compressedFiles() {
  return {
    name: 'hrev-compressed-files',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(files.map((name) => compress(path.join(dir, name))));
    },
  };
}

async function compress(file) {
  const bytes = fs.readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  fs.writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  fs.writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

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
