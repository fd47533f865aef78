/** Builds an earlier version of the product from the history of this checkout, for comparison with this one. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CleanUp } from './clean-up';

const run = promisify(execFile);

/** Returns the folder of the built version, or the reason why it cannot be built. It uses the packages of the checkout `root`. */
export async function buildEarlier(
  commit: string,
  root: string,
  cleanUp: CleanUp,
): Promise<{ readonly dist: string } | { readonly absent: string }> {
  if (!existsSync(path.join(root, '.git'))) return { absent: 'this is not a checkout with a history' };
  const hasCommit = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );
  if (!hasCommit) return { absent: `the history does not contain commit ${commit}` };
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-earlier-'));
  cleanUp.add(() => rmSync(folder, { recursive: true, force: true }));
  const archive = path.join(folder, 'tree.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const ownBuild = path.join(folder, 'scripts/build-service.mjs');
  const nestBuild = [path.join(root, 'node_modules/@nestjs/cli/bin/nest.js'), 'build'];
  await run(process.execPath, existsSync(ownBuild) ? [ownBuild] : nestBuild, { cwd: folder });
  return { dist: path.join(folder, 'dist') };
}
