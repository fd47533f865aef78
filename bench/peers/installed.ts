/**
 * Peers that are not dependencies of the product. Each has a folder below `bench/peers` with a `package.json`; `npm run
 * bench:peers` installs its packages there. A peer that is not installed is reported as absent.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder in the sources: peers are not installed in the build folder. */
const PEERS = path.join(__dirname, '../../../bench/peers');

/** The installed version; null if none is installed. `name` is the name of the folder and of the package. */
export function installedVersion(name: string, packageName = name): string | null {
  try {
    const file = path.join(PEERS, name, 'node_modules', packageName, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return null;
  }
}

/** The exports of the peer's package. Throws if it is not installed. */
export function requirePeer(name: string, packageName = name): unknown {
  return createRequire(path.join(PEERS, name, 'package.json'))(packageName);
}
