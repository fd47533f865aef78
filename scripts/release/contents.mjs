import fs from 'node:fs';
import path from 'node:path';

/** What each package may contain. A new kind of file is added here, after a look at it. */
const ALLOWED = {
  hrev: [
    /^(package\.json|LICENSE|README\.md|ARCHITECTURE\.md|CHANGELOG\.md|SECURITY\.md)$/,
    /^dist\/(package\.json|ormconfig\.js(\.map)?)$/,
    /^dist\/(src|libs|bench)\/[\w./-]+\.(js|js\.map|json)$/,
    /^dist\/console\/[\w./-]+\.(html|js|css|json|svg|woff2|txt|md)(\.br|\.gz)?$/,
    /^dist\/docs\/[\w./@-]+\.(html|js|css|json|svg|woff2|png|txt|md|mjs|yaml)$/,
    /^docs\/([\w.-]+|(platforms|adr|operations|guides)\/[\w.-]+)\.md$/,
    /^docs\/examples\/[\w.-]+\.(mjs|json|py|md)$/,
    /^docker\/(Dockerfile(\.dockerignore)?|README\.md|compose\.yml|seccomp-chromium\.json)$/,
    /^docker\/chart\/[\w./-]+\.(yaml|json|md|tpl|txt)$/,
    /^docker\/chart\/\.helmignore$/,
  ],
  '@hrev/sdk': [/^(package\.json|LICENSE|README\.md)$/, /^dist\/[\w./-]+\.(mjs|d\.mts)$/],
};
const TEST = /(^|\/)(test|__tests__|fixtures)\/|\.(spec|db-spec|fault-spec|test)\./;
/** Private keys, and tokens of registries and hosts. */
const SECRETS =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z\d+/]{20}|\bnpm_[A-Za-z\d]{36}\b|\bgh[pousr]_[A-Za-z\d]{36}\b|\bAKIA[A-Z\d]{16}\b|_authToken=/;
const ABSOLUTE = /^(\/|[A-Za-z]:[\\/]|file:)/;
const TEXT = /\.(js|mjs|mts|map|json|md|html|css|svg|txt|ya?ml|tpl|py)$|(^|\/)(LICENSE|Dockerfile)$/;

/**
 * What must not be in a package, as lines; none if it is as it should be.
 *
 * @param name Name of the package.
 * @param folder Folder with the files of the unpacked tarball.
 */
export function contentProblems(name, folder) {
  const files = filesOf(folder);
  return [
    ...(files.length > 0 ? [] : [`${name} is empty`]),
    ...files
      .filter((file) => !ALLOWED[name].some((allowed) => allowed.test(file)))
      .map((file) => `${file} is not on the list`),
    ...files.filter((file) => TEST.test(file)).map((file) => `${file} is of a test`),
    ...files
      .filter((file) => TEXT.test(file))
      .flatMap((file) => textProblems(file, fs.readFileSync(path.join(folder, file), 'utf8'))),
  ];
}

function textProblems(file, text) {
  const isMap = file.endsWith('.map');
  return [
    ...(SECRETS.test(text) ? [`${file} has what looks like a secret`] : []),
    ...(isMap && hasAbsolutePath(JSON.parse(text)) ? [`${file} has an absolute path`] : []),
  ];
}

/** Paths of the machine on which the package was built. */
const hasAbsolutePath = ({ sources = [], sourceRoot = '' }) =>
  [...sources, sourceRoot].some((source) => ABSOLUTE.test(source ?? ''));

function filesOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, '/'),
    )
    .sort();
}
