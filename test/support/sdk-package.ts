import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
export const SDK = path.join(ROOT, 'libs/sdk');

/** A folder outside of the project in which the packed SDK is installed, as `npm install` of its tarball does. */
export class SdkPackage {
  private constructor(
    readonly folder: string,
    /** Paths of the tarball, such as `dist/index.mjs`. */
    readonly files: readonly string[],
  ) {}

  static pack(): SdkPackage {
    const folder = mkdtempSync(path.join(tmpdir(), 'hrev-sdk-package-'));
    const flags = ['pack', '--json', '--pack-destination', folder];
    const output = execFileSync('npm', flags, { cwd: SDK, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const [packed] = JSON.parse(output.slice(output.indexOf('['))) as [
      { readonly filename: string; readonly files: readonly { readonly path: string }[] },
    ];
    const target = path.join(folder, 'node_modules/@hrev/sdk');
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', path.join(folder, packed.filename), '-C', target, '--strip-components', '1']);
    // Types of Node for programs that are compiled here; the SDK itself needs no package.
    symlinkSync(path.join(ROOT, 'node_modules/@types'), path.join(folder, 'node_modules/@types'));
    symlinkSync(path.join(ROOT, 'node_modules/undici-types'), path.join(folder, 'node_modules/undici-types'));
    return new SdkPackage(
      folder,
      packed.files.map((file) => file.path),
    );
  }

  /** Writes a file of the folder, and returns its path. */
  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
