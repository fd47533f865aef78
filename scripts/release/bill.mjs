import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The bill of materials of the project in `root`: the text of a document with the packages that it needs at run time, from the lock file,
 * without a registry. `format` is `cyclonedx` or `spdx`. Throws with the words of npm if it fails.
 *
 * `npm sbom --omit dev` leaves out every package that a package of the development needs too (npm 11). So npm reads a project without
 * dependencies of the development.
 */
export function billOfMaterials(root, format) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hrev-bill-'));
  try {
    const project = read(root, 'package.json');
    const lock = read(root, 'package-lock.json');
    const top = withoutDevelopment(lock.packages['']);
    const kept = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && dev !== true);
    write(folder, 'package.json', withoutDevelopment(project));
    write(folder, 'package-lock.json', { ...lock, packages: { '': top, ...Object.fromEntries(kept) } });
    const flags = ['--sbom-type', 'application', '--package-lock-only', '--offline', '--sbom-format', format];
    const { status, stdout, stderr } = spawnSync('npm', ['sbom', ...flags], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(`npm sbom: ${stderr.trim()}`);
    const document = JSON.parse(stdout);
    // npm names the project after its folder.
    if (format === 'cyclonedx') document.metadata.component.name = project.name;
    return `${JSON.stringify(document, null, 2)}\n`;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const withoutDevelopment = (manifest) => ({ ...manifest, devDependencies: undefined });
const read = (folder, file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
const write = (folder, file, value) => fs.writeFileSync(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
