/** One browser process: starts it with minimal rights and ends it reliably. */
import { readFileSync } from 'node:fs';
import { inTime } from '@libs/kernel';
import type { Browser, BrowserContext } from 'playwright';
import { Temporary, Unavailable } from '../source-errors';
import type { FoundBrowser } from './find-browser';
import { MemoryWatch } from './memory-watch';

export interface StartOptions {
  readonly found: FoundBrowser;
  /** The proxy for all traffic. It refuses requests without a session, such as requests of the browser's services. */
  readonly proxyOrigin: string;
  /** Home and temporary folder of the browser. */
  readonly home: string;
  readonly sandbox: boolean;
  readonly pageMemoryBytes: number;
}

export interface RunningBrowser {
  readonly version: string;
  isAlive(): boolean;
  /** Resident memory of its processes. */
  residentBytes(): number;
  /** Creates a context for a proxy, which refuses its requests until the credentials of a session are sent. */
  newContext(proxyOrigin: string): Promise<BrowserContext>;
  /** Closes the browser; kills it after a timeout. */
  close(): Promise<void>;
  kill(): void;
}

/**
 * Features that Playwright disables and enables. Chromium uses only the last list of each kind, so ours must contain the names of
 * Playwright's; a test compares them.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

const ENABLED_BY_PLAYWRIGHT = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies'];

/**
 * The network service as a part of the browser's process instead of a process of its own, which has no sandbox on Linux either. It has
 * one on other systems.
 */
const WITHOUT_NETWORK_PROCESS = process.platform === 'linux' ? ['NetworkServiceInProcess2'] : [];

/**
 * Features that start renderer processes which no page uses. The browser keeps one spare renderer for one context: with contexts in use
 * at once, each navigation replaces the spare renderer of another context. The first page of a context opens a window, and its address
 * field and its menus are documents with a renderer of their own.
 */
const WITH_UNUSED_RENDERERS = [
  'SpareRendererForSitePerProcess',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
];

const ARGUMENTS = [
  // Of the browser's window, such as the progress of a load in its tab; animations of pages are not affected.
  '--animation-duration-scale=0',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...WITH_UNUSED_RENDERERS].join(',')}`,
  `--enable-features=${[...ENABLED_BY_PLAYWRIGHT, ...WITHOUT_NETWORK_PROCESS].join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  // UDP bypasses the proxy, so WebRTC must not use it. Chrome and the headless shell have different names for the option.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Only the proxy resolves names.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--js-flags=--max-old-space-size=512',
];

const START_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;

/** Throws `Unavailable('browser_unavailable')` if the program does not start. */
export async function startBrowser(options: StartOptions): Promise<RunningBrowser> {
  const { found, pageMemoryBytes } = options;
  const browser = await launch(options, null).catch((error: unknown) => {
    // The first attempt uses the system's libraries, which are preferable to the bundled libraries.
    if (found.libraries === null) throw error;
    return launch(options, found.libraries);
  });
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  const watch = new MemoryWatch(session, pageMemoryBytes);
  watch.start();
  browser.once('disconnected', () => watch.stop());
  const kill = () => {
    watch.stop();
    // The process id of an ended browser may be reused.
    if (pid !== undefined && browser.isConnected()) killWithGroup(pid);
  };
  return {
    version: browser.version(),
    isAlive: () => browser.isConnected(),
    residentBytes: () => (browser.isConnected() ? watch.residentBytes : 0),
    newContext: (proxyOrigin) => newContext(browser, proxyOrigin),
    close: () => close(browser, kill),
    kill,
  };
}

async function launch({ found, proxyOrigin, home, sandbox }: StartOptions, libraries: string | null): Promise<Browser> {
  // Imported lazily, because API processes do not need it.
  const { chromium } = await import('playwright');
  try {
    return await chromium.launch({
      executablePath: found.executable,
      args: ARGUMENTS,
      // With this default of Playwright, pages may open popups without a click.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      chromiumSandbox: sandbox,
      proxy: { server: proxyOrigin, bypass: '<-loopback>' },
      // The service's environment contains the database URL and the encryption key, so it is not passed on.
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        HOME: home,
        TMPDIR: home,
        XDG_CONFIG_HOME: home,
        XDG_CACHE_HOME: home,
        ...(libraries === null ? {} : { LD_LIBRARY_PATH: libraries }),
      },
      downloadsPath: home,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: START_TIMEOUT_MS,
    });
  } catch (error) {
    throw new Unavailable('browser_unavailable', `The browser does not start${hintOf(error)}`);
  }
}

function hintOf(error: unknown): string {
  // Skip the command line, which always contains "sandbox".
  const lines = error instanceof Error ? error.message.split('\n').filter((line) => !line.includes('<launching>')) : [];
  const text = lines.join('\n');
  if (/sandbox/i.test(text)) {
    return ': no usable sandbox (allow user namespaces for this process)';
  }
  const library = /error while loading shared libraries: (\S+):/.exec(text)?.[1];
  return library === undefined ? '' : `: the system lacks ${library}`;
}

async function newContext(browser: Browser, proxyOrigin: string): Promise<BrowserContext> {
  try {
    return await browser.newContext({
      proxy: { server: proxyOrigin, bypass: '<-loopback>' },
      serviceWorkers: 'block',
      acceptDownloads: false,
      permissions: [],
    });
  } catch (error) {
    throw new Temporary('network', 'The browser has ended', { cause: error });
  }
}

async function close(browser: Browser, kill: () => void): Promise<void> {
  await inTime(browser.close().catch(kill), CLOSE_TIMEOUT_MS, kill);
}

/**
 * Kills the browser and its child processes: Playwright starts it in a separate process group. Never kills the service's group.
 */
function killWithGroup(pid: number): void {
  const group = groupOf(pid);
  const own = groupOf(process.pid);
  for (const target of group !== null && group !== own ? [-group, pid] : [pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Already ended.
    }
  }
}

function groupOf(pid: number): number | null {
  try {
    // "pid (name) state ppid pgrp ..."; the name may contain any character.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[2]);
  } catch {
    return null;
  }
}
