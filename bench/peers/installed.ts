/**
 * Peers that are no dependency of the product: each has a folder of its own under `bench/peers` with a `package.json`, and
 * what that names is installed there by `npm run bench:peers`. One that is not installed is absent and nothing else.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Of the sources: nothing is installed among built files. */
const PEERS = path.join(__dirname, '../../../bench/peers');

/** The version that is installed; null where none is. `name` is the folder's and the package's. */
export function installedVersion(name: string, packageName = name): string | null {
  try {
    const file = path.join(PEERS, name, 'node_modules', packageName, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return null;
  }
}

/** What the peer's package exports. Throws where it is not installed. */
export function requirePeer(name: string, packageName = name): unknown {
  return createRequire(path.join(PEERS, name, 'package.json'))(packageName);
}
