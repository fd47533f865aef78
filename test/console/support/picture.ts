import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { PNG } from 'pngjs';

const READY_LIMIT_MS = 10_000;
/** The time in which charts and photos appear after the data. */
const QUIET_MS = 350;
const TALLEST = 2_600;
/** Pictures of the documentation: the size of the window, and the size of the file that they do not exceed. */
export const DOCUMENT_SIZE = { width: 1280, height: 760 } as const;
export const MOST_BYTES = 200_000;

const IS_READY = `document.querySelector('h1, h2') !== null && document.querySelector('.skeleton') === null && document.fonts.status === 'loaded'`;

/**
 * Waits until the page has its data and its fonts, at most some seconds. The policy of the console forbids waitForFunction, which
 * evaluates in the page.
 */
export async function settled(page: Page): Promise<void> {
  const deadline = performance.now() + READY_LIMIT_MS;
  while (!(await page.evaluate<boolean>(IS_READY)) && performance.now() < deadline) await page.waitForTimeout(50);
  for (let height = -1, next = 0; height !== next && performance.now() < deadline;) {
    height = next;
    await page.waitForTimeout(QUIET_MS);
    next = await page.evaluate<number>('document.documentElement.scrollHeight');
  }
}

/** Saves a picture of the window, or of the whole page up to a height; returns its size in bytes. */
export async function takePicture(page: Page, file: string, isWhole = false): Promise<number> {
  await settled(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const whole = isWhole ? await page.evaluate<number>('document.documentElement.scrollHeight') : height;
  const shot = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    ...(isWhole ? { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(whole, TALLEST) } } : {}),
  });
  const picture = recompressed(shot);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, picture);
  return picture.length;
}

/** The same picture in fewer bytes: areas of one color are smallest without the filters that Chromium uses. */
const recompressed = (png: Buffer): Buffer =>
  PNG.sync.write(PNG.sync.read(png), { filterType: 0, deflateLevel: 9, deflateStrategy: 0, colorType: 2 });

/**
 * Saves a picture of a step of a journey for the documentation, in both themes, in the folder that HREV_PICTURES names. Without the
 * variable nothing is saved.
 */
export async function documented(page: Page, name: string): Promise<void> {
  const folder = process.env['HREV_PICTURES'];
  if (folder === undefined) return;
  const size = page.viewportSize();
  await page.setViewportSize(DOCUMENT_SIZE);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    const bytes = await takePicture(page, path.join(folder, `${name}-${theme}.png`));
    if (bytes > MOST_BYTES) throw new Error(`the picture ${name}-${theme} has ${bytes} bytes, more than ${MOST_BYTES}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
}
