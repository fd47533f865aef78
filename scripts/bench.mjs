/**
 * `npm run bench`: builds the product if necessary, compiles `bench/` and runs it. The bench imports the built product from
 * `dist`, so that it measures the released code.
 */
import fs from 'node:fs';
import path from 'node:path';
import { launch } from './launch.mjs';
import { prepareOrExit, ROOT } from './prepare.mjs';
import { TYPESCRIPT } from './typescript.cjs';

const FROM = path.join(ROOT, 'bench');
const TO = path.join(ROOT, 'dist/bench');

/** The aliases of tsconfig.json, as paths from the compiled file to the built product. */
function resolveAliases(code, file) {
  return code.replaceAll(/require\("@(libs|src)\//g, (_, top) => {
    const target = path.relative(path.dirname(file), path.join(ROOT, 'dist', top)).replaceAll(path.sep, '/');
    return `require("${target}/`;
  });
}

function sources() {
  return fs
    .readdirSync(FROM, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|[/\\])(node_modules|results)[/\\]|\.spec\.ts$/.test(name) && /\.(ts|json)$/.test(name));
}

async function compile() {
  const { transformFileSync } = await import('@swc/core');
  fs.rmSync(TO, { recursive: true, force: true });
  for (const name of sources()) {
    const target = path.join(TO, name.replace(/\.ts$/, '.js'));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (name.endsWith('.json')) fs.copyFileSync(path.join(FROM, name), target);
    else fs.writeFileSync(target, resolveAliases(transformFileSync(path.join(FROM, name), OPTIONS).code, target));
  }
}

const OPTIONS = { ...TYPESCRIPT, swcrc: false, configFile: false, sourceMaps: 'inline' };

await prepareOrExit({ say: (line) => process.stderr.write(`bench: ${line}\n`), needsBuildTools: true });
await compile();
// Commands that read results instead of measuring.
const reader = ['compare', 'figures'].find((name) => name === process.argv[2]);
if (reader !== undefined) process.argv.splice(2, 1);
launch(`dist/bench/${reader ?? 'main'}.js`);
