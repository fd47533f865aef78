/**
 * Finds a browser, in this order: the operator's path, an installed browser, the browser of an optional package. The packaged
 * browser is older and meant for machines on which no browser can be installed.
 */
import { accessSync, constants } from 'node:fs';
import { Unavailable } from '../source-errors';
import { unpackBundledBrowser } from './bundled-browser';

export interface FoundBrowser {
  readonly executable: string;
  /** Folder of bundled libraries, for machines that lack them. */
  readonly libraries: string | null;
  readonly from: 'option' | 'system' | 'package';
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Fixed folders instead of PATH: the program to start must not depend on the environment of the service. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const MAC_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export interface FindBrowserOptions {
  readonly chromiumPath: string | null;
  /** Folder to unpack the bundled browser into (about 200 MB), once. */
  readonly folder: string;
  /** Default: the usual paths of installed browsers. */
  readonly candidates?: readonly string[];
}

/** Throws `Unavailable('browser_unavailable')` if no browser is found or the operator's path is not executable. */
export async function findBrowser(options: FindBrowserOptions): Promise<FoundBrowser> {
  const { chromiumPath, folder, candidates } = options;
  if (chromiumPath !== null) {
    if (isExecutable(chromiumPath)) return { executable: chromiumPath, libraries: null, from: 'option' };
    throw new Unavailable('browser_unavailable', 'HREV_CHROMIUM_PATH is not an executable program');
  }
  const system = installedBrowser(candidates);
  if (system !== undefined) return { executable: system, libraries: null, from: 'system' };
  const bundled = await unpackBundledBrowser(folder);
  if (bundled !== null) return { ...bundled, from: 'package' };
  throw new Unavailable(
    'browser_unavailable',
    'No Chromium or Chrome was found; install one or set HREV_CHROMIUM_PATH',
  );
}

/** The installed browser that `findBrowser` takes; undefined if there is none. */
export function installedBrowser(candidates: readonly string[] = systemCandidates()): string | undefined {
  return candidates.find(isExecutable);
}

function systemCandidates(): string[] {
  return [...FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`)), ...MAC_PATHS];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
