/**
 * The browser inside the optional package `@sparticuz/chromium`: a compressed binary for Linux on x64 and the libraries that
 * minimal systems lack. The package's loader is not used: it unpacks to a fixed path in the shared temporary folder and starts an
 * existing file there, which any local user could have created.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';

export interface BundledBrowser {
  readonly executable: string;
  readonly libraries: string;
}

/**
 * Unpacks the browser into a subfolder of `folder`, unless the subfolder exists. Returns null if the package is not installed or
 * does not support this machine.
 */
export async function unpackBundledBrowser(folder: string): Promise<BundledBrowser | null> {
  const packed = packageFolder();
  if (packed === null) return null;
  const version = await versionIn(packed);
  const home = resolve(folder, `chromium-${version}`);
  if (!existsSync(home)) await unpack(join(packed, 'bin'), home);
  return { executable: join(home, 'chromium'), libraries: join(home, 'lib') };
}

/** The version of the package, whose first number is that of its Chromium; null if the package is not installed or does not fit. */
export async function bundledBrowserVersion(): Promise<string | null> {
  const packed = packageFolder();
  return packed === null ? null : versionIn(packed);
}

async function versionIn(packed: string): Promise<string> {
  return (JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { version: string }).version;
}

function packageFolder(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    // The package exports its entry build/cjs/index.cjs, not its manifest.
    return dirname(dirname(dirname(createRequire(__filename).resolve('@sparticuz/chromium'))));
  } catch {
    return null;
  }
}

/** Unpacks into a temporary folder and renames it, because two processes may unpack at once and a process may be killed. */
async function unpack(packed: string, home: string): Promise<void> {
  await mkdir(dirname(home), { recursive: true, mode: 0o700 });
  const temporary = await mkdtemp(`${home}-`);
  try {
    const executable = join(temporary, 'chromium');
    await pipeline(
      createReadStream(join(packed, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(executable, { mode: 0o700 }),
    );
    await chmod(temporary, 0o755);
    await chmod(executable, 0o755);
    await mkdir(join(temporary, 'lib'));
    const libraries = await promisify(brotliDecompress)(await readFile(join(packed, 'al2023.tar.br')));
    for (const { name, content } of filesOfTar(libraries)) {
      await writeFile(join(temporary, 'lib', basename(name)), content, { mode: 0o755 });
    }
    await rename(temporary, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const BLOCK = 512;

/** Regular files of a tar archive: a header block of 512 bytes (name at 0, size in octal at 124, type at 156), then content. */
function* filesOfTar(archive: Buffer): Generator<{ name: string; content: Buffer }> {
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const field = (from: number, length: number) =>
      archive.toString('latin1', at + from, at + from + length).split(/[\0 ]/, 1)[0] ?? '';
    const size = parseInt(field(124, 12), 8);
    const type = field(156, 1);
    const start = at + BLOCK;
    if (type === '' || type === '0') yield { name: field(0, 100), content: archive.subarray(start, start + size) };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
