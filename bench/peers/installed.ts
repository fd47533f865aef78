/**
 * Peers that are no dependency of the product: each has a folder below `bench/peers` with a `package.json`, whose packages
 * `npm run bench:peers` installs there. A peer that is not installed is reported as absent.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder of the sources: nothing is installed among built files. */
const PEERS = path.join(__dirname, '../../../bench/peers');

/** The installed version; null where none is. `name` is the folder's and the package's. */
export function installedVersion(name: string, packageName = name): string | null {
  try {
    const file = path.join(PEERS, name, 'node_modules', packageName, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return null;
  }
}

/** The exports of the peer's package. Throws where it is not installed. */
export function requirePeer(name: string, packageName = name): unknown {
  return createRequire(path.join(PEERS, name, 'package.json'))(packageName);
}
