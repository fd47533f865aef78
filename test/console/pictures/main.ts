/**
 * `npm run console:shots`: pictures of every screen of the console, in both themes, five widths and its main states. The data is
 * invented and the same every time; times are relative to now. With --docs: the pictures of the documentation.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import globalSetup from '@test/support/global-setup';
import globalTeardown from '@test/support/global-teardown';
import { contextOf, hasBrowser, startBrowser, type Look } from '../support/browser';
import { DOCUMENT_SIZE, MOST_BYTES, settled, takePicture } from '../support/picture';
import { SCENES, type Scene } from './scenes';
import { Stage, type Cast } from './stage';

const ROOT = path.join(__dirname, '../../..');
const DOCS_FOLDER = path.join(ROOT, 'docs/images/console');
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [320, 390, 768, 1280, 1920];

const print = (line: string): void => void process.stderr.write(`${line}\n`);

function options() {
  const { values } = parseArgs({
    options: {
      docs: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      themes: { type: 'string', default: THEMES.join() },
      widths: { type: 'string', default: WIDTHS.join() },
      out: { type: 'string', default: path.join(ROOT, 'shots') },
    },
  });
  const only = new RegExp(values.only);
  return {
    isDocs: values.docs,
    out: path.resolve(values.out),
    scenes: SCENES.filter(({ name, docs }) => only.test(name) && (!values.docs || docs !== undefined)),
    looks: THEMES.filter((theme) => values.themes.split(',').includes(theme)).flatMap((theme) =>
      values.widths.split(',').map((width): Look => ({ theme, width: Number(width) })),
    ),
  };
}

async function main(): Promise<void> {
  if (!hasBrowser) throw new Error('this machine has no Chromium');
  const { isDocs, out, scenes, looks } = options();
  await globalSetup();
  try {
    const stage = await Stage.start(scenes.some(({ cast }) => cast === 'large'));
    const browser = await startBrowser();
    try {
      if (isDocs) await documentationPictures(stage, browser, scenes);
      else await allPictures(stage, browser, { out, scenes, looks });
    } finally {
      await browser.close();
      await stage.close();
    }
  } finally {
    await globalTeardown();
  }
  if (isDocs && scenes.length === SCENES.filter(({ docs }) => docs !== undefined).length) journeyPictures();
}

/** The pictures of the journey from `npm start` to the audit. */
function journeyPictures(): void {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--selectProjects', 'console', '--testPathPatterns', 'test/console/whole'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, HREV_TEST_SERVER: '', HREV_PICTURES: DOCS_FOLDER } },
  );
  if (status !== 0) throw new Error('the journey failed');
}

async function documentationPictures(stage: Stage, browser: Browser, scenes: readonly Scene[]): Promise<void> {
  for (const theme of THEMES)
    for (const scene of scenes) {
      const file = path.join(DOCS_FOLDER, `${scene.docs}-${theme}.png`);
      const bytes = await picture(stage, browser, {
        scene,
        look: { theme, width: DOCUMENT_SIZE.width },
        file,
        isWhole: false,
      });
      print(`${path.relative(ROOT, file)} ${Math.round(bytes / 1_000)} KB`);
      if (bytes > MOST_BYTES) throw new Error(`${file} is larger than ${MOST_BYTES} bytes`);
    }
}

async function allPictures(
  stage: Stage,
  browser: Browser,
  { out, scenes, looks }: { readonly out: string; readonly scenes: readonly Scene[]; readonly looks: readonly Look[] },
): Promise<void> {
  const names: string[] = [];
  for (const look of looks)
    for (const scene of scenes) {
      const name = `${scene.name}-${look.width}-${look.theme}.png`;
      await picture(stage, browser, { scene, look, file: path.join(out, name), isWhole: true }).catch(
        (error: unknown) => print(`${name}: ${String(error).split('\n')[0]}`),
      );
      names.push(name);
    }
  const figures = names.map(
    (name) => `<figure><img src="${name}" loading="lazy"><figcaption>${name}</figcaption></figure>`,
  );
  writeFileSync(
    path.join(out, 'index.html'),
    `<!DOCTYPE html><style>img { max-width: 100% }</style>${figures.join('\n')}`,
  );
  print(`${names.length} pictures in ${out}`);
}

interface Order {
  readonly scene: Scene;
  readonly look: Look;
  readonly file: string;
  readonly isWhole: boolean;
}

/** One page for each look and person. A failed scene does not change the next one, because it loads the page again. */
const pages = new Map<string, Promise<Page>>();

async function picture(stage: Stage, browser: Browser, { scene, look, file, isWhole }: Order): Promise<number> {
  const key = `${look.theme} ${look.width} ${scene.cast} ${scene.isBroken === true}`;
  const opened = pages.get(key) ?? pageOf(stage, browser, scene, look);
  pages.set(key, opened);
  const page = await opened;
  page.setDefaultTimeout(10_000);
  const member = stage.members[scene.cast];
  const below = typeof scene.path === 'string' ? scene.path : scene.path(member);
  await stage.refresh();
  await page.goto('about:blank');
  await page.goto(`${stage.origin}/console/${below}`);
  await settled(page);
  await scene.act?.(page);
  return takePicture(page, file, isWhole);
}

async function pageOf(stage: Stage, browser: Browser, scene: Scene, look: Look): Promise<Page> {
  const { cookie } = stage.members[scene.cast satisfies Cast];
  const context = await browser.newContext(contextOf(look, look.width > 800 ? DOCUMENT_SIZE.height : 844));
  if (cookie !== null) await context.addCookies([cookie]);
  const page = await context.newPage();
  if (scene.isBroken === true) await Stage.breakData(page);
  return page;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    print(`console:shots: ${error instanceof Error ? error.stack : String(error)}`);
    process.exit(1);
  },
);
