/** One browser process: how it is started so that it can do little harm, and how it is ended for certain. */
import { readFileSync } from 'node:fs';
import { inTime } from '@libs/kernel';
import type { Browser, BrowserContext } from 'playwright';
import { Temporary, Unavailable } from '../source-errors';
import type { FoundBrowser } from './find-browser';
import { MemoryWatch } from './memory-watch';

export interface StartOptions {
  readonly found: FoundBrowser;
  /** Everything goes through it; without a pass it answers nothing, which is what the browser's own services get. */
  readonly proxyOrigin: string;
  /** Home and temporary folder of the browser. */
  readonly home: string;
  readonly sandbox: boolean;
  readonly pageMemoryBytes: number;
}

export interface RunningBrowser {
  readonly version: string;
  isAlive(): boolean;
  newContext(proxy: { server: string; username: string; password: string }): Promise<BrowserContext>;
  /** Politely, then by force. */
  close(): Promise<void>;
  kill(): void;
}

const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  // UDP knows no proxy: WebRTC would get around it. Chrome and the headless shell each know one of the two by name.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // The proxy resolves. Should anything try by itself, it finds nothing.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--js-flags=--max-old-space-size=512',
];

const START_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;

/** Throws `Unavailable('browser_unavailable')` where the program does not start. */
export async function startBrowser(options: StartOptions): Promise<RunningBrowser> {
  const { found, pageMemoryBytes } = options;
  const browser = await launch(options, null).catch((error: unknown) => {
    // Libraries that came along are a second choice: the system's own fit the system.
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
    // Once it is gone its number may be somebody else's.
    if (pid !== undefined && browser.isConnected()) killWithGroup(pid);
  };
  return {
    version: browser.version(),
    isAlive: () => browser.isConnected(),
    newContext: (proxy) => newContext(browser, proxy),
    close: () => close(browser, kill),
    kill,
  };
}

async function launch({ found, proxyOrigin, home, sandbox }: StartOptions, libraries: string | null): Promise<Browser> {
  // Loaded here and nowhere else: a process that serves the API never pays for it.
  const { chromium } = await import('playwright');
  try {
    return await chromium.launch({
      executablePath: found.executable,
      args: ARGUMENTS,
      // It would allow windows that nobody clicked for.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      chromiumSandbox: sandbox,
      proxy: { server: proxyOrigin, bypass: '<-loopback>' },
      // Not ours: that holds the database's address and the encryption key.
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
  // Without the command line, which speaks of the sandbox itself.
  const lines = error instanceof Error ? error.message.split('\n').filter((line) => !line.includes('<launching>')) : [];
  const text = lines.join('\n');
  if (/sandbox/i.test(text)) {
    return ': it finds no usable sandbox (allow user namespaces to this process)';
  }
  const library = /error while loading shared libraries: (\S+):/.exec(text)?.[1];
  return library === undefined ? '' : `: the system lacks ${library}`;
}

async function newContext(
  browser: Browser,
  proxy: { server: string; username: string; password: string },
): Promise<BrowserContext> {
  try {
    return await browser.newContext({
      proxy: { ...proxy, bypass: '<-loopback>' },
      serviceWorkers: 'block',
      acceptDownloads: false,
      permissions: [],
    });
  } catch (error) {
    throw new Temporary('network', 'The browser ended', { cause: error });
  }
}

async function close(browser: Browser, kill: () => void): Promise<void> {
  await inTime(browser.close().catch(kill), CLOSE_TIMEOUT_MS, kill);
}

/** The browser and all it started. Playwright gives it a process group of its own; ours must never be meant. */
function killWithGroup(pid: number): void {
  const group = groupOf(pid);
  const own = groupOf(process.pid);
  for (const target of group !== null && group !== own ? [-group, pid] : [pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
}

function groupOf(pid: number): number | null {
  try {
    // "pid (name) state ppid pgrp ...", and the name may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[2]);
  } catch {
    return null;
  }
}
