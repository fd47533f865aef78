/**
 * Finds a browser, in this order: the one the operator named, one the system has installed, the one an optional package
 * brings along. The last is older than a system's and is meant for machines where nobody may install anything.
 */
import { accessSync, constants } from 'node:fs';
import { Unavailable } from '../source-errors';
import { unpackBundledBrowser } from './bundled-browser';

export interface FoundBrowser {
  readonly executable: string;
  /** Libraries that came with it, for machines that lack them. */
  readonly libraries: string | null;
  readonly from: 'option' | 'system' | 'package';
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Fixed folders and not PATH: what is started here must not depend on who started the service. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export interface FindBrowserOptions {
  readonly chromiumPath: string | null;
  /** Where the package's browser is unpacked (about 200 MB), once. */
  readonly folder: string;
  /** Default: where systems install browsers. */
  readonly candidates?: readonly string[];
}

/** Throws `Unavailable('browser_unavailable')`, also where the operator named a browser that cannot be started. */
export async function findBrowser(options: FindBrowserOptions): Promise<FoundBrowser> {
  const { chromiumPath, folder, candidates = systemCandidates() } = options;
  if (chromiumPath !== null) {
    if (isExecutable(chromiumPath)) return { executable: chromiumPath, libraries: null, from: 'option' };
    throw new Unavailable('browser_unavailable', 'HREV_CHROMIUM_PATH names no program that can be started');
  }
  const system = candidates.find(isExecutable);
  if (system !== undefined) return { executable: system, libraries: null, from: 'system' };
  const bundled = await unpackBundledBrowser(folder);
  if (bundled !== null) return { ...bundled, from: 'package' };
  throw new Unavailable(
    'browser_unavailable',
    'No Chromium or Chrome was found; install one or set HREV_CHROMIUM_PATH',
  );
}

function systemCandidates(): string[] {
  return [...FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`)), ...MAC];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
