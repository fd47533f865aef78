import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bundledBrowserVersion } from './bundled-browser';
import { installedBrowser, type FindBrowserOptions } from './find-browser';

const TIMEOUT_MS = 10_000;
/** Debian's browser is a shell script. The environment of the service has secrets. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/**
 * The version of the browser that `findBrowser` finds, such as `156.0.8078.108`, without unpacking it or opening it for pages. Of the
 * optional package it is the version of the package. Null if there is no browser, or if it states no version within 10 seconds.
 */
export async function browserVersion(options: Omit<FindBrowserOptions, 'folder'>): Promise<string | null> {
  const executable = options.chromiumPath ?? installedBrowser(options.candidates);
  if (executable === undefined) return bundledBrowserVersion();
  const stated = await promisify(execFile)(executable, ['--version'], { timeout: TIMEOUT_MS, env: ENVIRONMENT }).catch(
    () => null,
  );
  // "Chromium 156.0.8078.108 built on Debian".
  return (stated?.stdout ?? '').split(/\s/).find((word) => /^\d+(?:\.\d+)+$/.test(word)) ?? null;
}
