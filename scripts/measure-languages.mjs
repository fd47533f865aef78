/**
 * Measures how well the language of reviews is detected (ADR 42):
 *
 *     npm run build && node scripts/measure-languages.mjs CORPUS [DETECTOR…]
 *
 * CORPUS has one JSON object per line: `text`, `language`, which is its primary subtag, and `set`, by which the result is divided.
 * DETECTOR is `rule` (the default: the service's own rule) or one of the packages below, which `npm install --no-save` brings. Each is measured
 * in a process of its own. `WRONG=20` prints that many wrong results. Exits with 2 if CORPUS is missing.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const RULE = pathToFileURL(new URL('../dist/src/reviews/intake/text-language.js', import.meta.url).pathname).href;
/** Codes of ISO 639-3 that some packages return. */
const SHORT = Object.fromEntries(
  'arb ar,ara ar,bul bg,ces cs,cmn zh,dan da,deu de,ell el,eng en,est et,fin fi,fra fr,heb he,hin hi,hrv hr,hun hu,ind id,ita it,jpn ja,kor ko,lit lt,nld nl,nob no,pes fa,pol pl,por pt,ron ro,rus ru,slk sk,slv sl,spa es,swe sv,tgl tl,tha th,tur tr,ukr uk,vie vi'
    .split(',')
    .map((pair) => pair.split(' ')),
);
const short = (code) => SHORT[code] ?? code?.split('-')[0] ?? '';

const eld = (size) => async () => {
  const { eld: detector } = await import(`eld/${size}`);
  return (text) => {
    const found = detector.detect(text);
    return found.isReliable() ? found.language : '';
  };
};

const DETECTORS = {
  rule: async () => {
    const { languageOf, loadDetector } = await import(RULE);
    await loadDetector();
    return (text) => languageOf(text).replace('und', '');
  },
  'eld/extrasmall': eld('extrasmall'),
  'eld/small': eld('small'),
  'eld/medium': eld('medium'),
  'eld/large': eld('large'),
  tinyld: async () => {
    const { detect } = await import('tinyld');
    return (text) => detect(text);
  },
  'franc-min': async () => {
    const { franc } = await import('franc-min');
    return (text) => short(franc(text)).replace('und', '');
  },
  lande: async () => {
    const { default: lande } = await import('lande');
    return (text) => short(lande(text)[0]?.[0]);
  },
  'cld3-asm': async () => {
    const { loadModule } = await import('cld3-asm');
    const identifier = (await loadModule()).create(0, 1_000);
    return (text) => {
      const { language, is_reliable: isReliable } = identifier.findLanguage(text);
      return isReliable ? short(language).replace('iw', 'he') : '';
    };
  },
  'fasttext.wasm.js': async () => {
    const { getLIDModel } = await import('fasttext.wasm.js');
    const { model } = await getLIDModel().then(async (loaded) => ({ model: await loaded.load() }));
    return (text) => {
      const [score, label] = model.predict(text.replaceAll(/\s+/g, ' '), 1, 0).get(0);
      return score >= 0.7 ? label.replace('__label__', '') : '';
    };
  },
};

const [corpus, ...named] = process.argv.slice(2);
if (corpus === undefined) {
  process.stderr.write('node scripts/measure-languages.mjs CORPUS [DETECTOR…]\n');
  process.exit(2);
}
const names = named.length === 0 ? ['rule'] : named;
if (names.length === 1) await measure(names[0]);
else
  for (const name of names)
    spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), corpus, name], { stdio: 'inherit' });

/** Prints the share without an answer, and the share of wrong answers, by set; then the CPU time of a review, and the memory. */
async function measure(name) {
  const reviews = readFileSync(corpus, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const review of reviews) review.text = review.text.normalize('NFC');
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const detect = await DETECTORS[name]();
  for (const { text } of reviews.slice(0, 2_000)) detect(text);
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed - before;
  const began = process.cpuUsage().user;
  const found = reviews.map(({ text }) => detect(text));
  const microseconds = (process.cpuUsage().user - began) / reviews.length;
  process.stdout.write(`${name}: ${microseconds.toFixed(0)} µs, heap ${(heap / 1e6).toFixed(0)} MB\n`);
  const listed = Number(process.env.WRONG ?? 0);
  const sets = new Set(reviews.map(({ set }) => set));
  for (const set of sets) {
    const all = [...reviews.keys()].filter((n) => reviews[n].set === set);
    const decided = all.filter((n) => found[n] !== '');
    const wrong = decided.filter((n) => found[n] !== reviews[n].language);
    const shares = [1 - decided.length / all.length, wrong.length / Math.max(decided.length, 1)];
    const [undecided, mistaken] = shares.map((share) => `${(100 * share).toFixed(2)} %`);
    process.stdout.write(
      `  ${set}: ${all.length} reviews, und ${undecided}, wrong ${wrong.length} = ${mistaken} of the decided\n`,
    );
    for (const n of wrong.slice(0, listed))
      process.stdout.write(
        `    ${reviews[n].language} as ${found[n]}: ${JSON.stringify(reviews[n].text.slice(0, 100))}\n`,
      );
  }
}
