import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';
import { IS_ROOT } from '@test/support/real-browser';

const PATHS = [
  process.env['HREV_CHROMIUM_PATH'] ?? '',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`),
];
const BROWSER = PATHS.find((path) => path !== '' && existsSync(path));

/** Whether the machine has a browser for the journeys and the pictures. */
export const hasBrowser = BROWSER !== undefined;

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: IS_ROOT ? ['--no-sandbox'] : [] });
}

/** A theme and a width in which the console is tested and pictured. */
export interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

/** What a page of a journey or a picture has, apart from its session. */
export const contextOf = ({ theme, width }: Look, height = 900) =>
  ({
    viewport: { width, height },
    colorScheme: theme,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  }) as const;
