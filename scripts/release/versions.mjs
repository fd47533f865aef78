import fs from 'node:fs';
import path from 'node:path';

const VERSION = String.raw`\d+\.\d+\.\d+(?:-[\w.]+)?`;

/** Where the version of package.json is repeated: what is before it, and after it. */
const PLACES = [
  ['package-lock.json', /^(\{\n {2}"name": "hrev",\n {2}"version": ")[^"]+(")/],
  ['package-lock.json', /^( {4}"": \{\n {6}"name": "hrev",\n {6}"version": ")[^"]+(")/m],
  ['libs/sdk/package.json', /^( {2}"version": ")[^"]+(")/m],
  ['libs/n8n-node/package.json', /^( {2}"version": ")[^"]+(")/m],
  ['libs/sdk-python/pyproject.toml', /^(version = ")[^"]+(")$/m],
  ['libs/sdk-python/hrev/_version.py', /^(__version__ = ")[^"]+(")$/m],
  ['docker/compose.yml', new RegExp(`(image: hrev(?:-worker)?:)${VERSION}()`, 'g')],
  ['docker/chart/Chart.yaml', new RegExp(`^(version: )${VERSION}()$`, 'm')],
  ['docker/chart/Chart.yaml', new RegExp(`^(appVersion: ["']?)${VERSION}(["']?)$`, 'm')],
];

/** Writes a version to package.json and to every place that repeats it. Throws if it is no version, or a place is not found. */
export function writeVersion(root, version) {
  if (!new RegExp(`^${VERSION}$`).test(version)) throw new Error(`${version} is not a version such as 1.2.3`);
  const texts = new Map();
  for (const [file, place] of [['package.json', /^( {2}"version": ")[^"]+(")/m], ...PLACES]) {
    const text = texts.get(file) ?? fs.readFileSync(path.join(root, file), 'utf8');
    // `search` ignores the position that a global expression keeps.
    if (text.search(place) < 0) throw new Error(`${file} has no version at ${place.source}`);
    texts.set(
      file,
      text.replace(place, (_, before, after) => `${before}${version}${after}`),
    );
  }
  for (const [file, text] of texts) fs.writeFileSync(path.join(root, file), text);
}

/** The places that do not repeat the version of package.json. */
export function versionProblems(root) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  return PLACES.flatMap(([file, place]) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const found = text.match(new RegExp(place.source, place.flags)) ?? [''];
    const matches = place.global ? found : [found[0]];
    return matches.every((match) => match.includes(version)) ? [] : [`${file} does not have version ${version}`];
  });
}
