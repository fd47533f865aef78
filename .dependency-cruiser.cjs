/**
 * Who may import whom. The house is a staircase: a context calls down, tells up by events, and is entered only by its
 * `index.ts`. Everything is derived from the two lists below; `test/architecture/rules.spec.ts` plants one violation of
 * each rule and expects it to be caught, because a rule that cannot fail is a lie.
 */

/** Contexts, lowest floor first. Contexts of one floor do not know each other. A new context gets its floor here. */
const FLOORS = [
  ['audit'],
  ['auth', 'switches'],
  ['objects', 'sources', 'notices'],
  ['links', 'folders'],
  ['connections'],
  ['reviews'],
  ['collection', 'replies', 'analytics', 'exports', 'embeds'],
  ['webhooks'],
  ['agents', 'console', 'health', 'operations', 'support'],
  ['accounts'],
];

/**
 * Rooms of large contexts, lowest floor first. Rooms of one floor do not know each other; what they share stands on a lower
 * floor, or beside them, in the context itself.
 */
const ROOMS = {
  reviews: [['intake', 'feed', 'sync', 'curation', 'figures', 'counters'], ['imports']],
  webhooks: [['subscriptions', 'fan-out', 'delivery', 'preview', 'recoveries', 'listeners']],
  collection: [['health', 'reparse', 'states'], ['planning'], ['outcomes'], ['visiting']],
  console: [['identity'], ['inbox', 'live', 'records']],
};

/** Technical ground, lowest floor first; the same rule. */
const LIB_FLOORS = [
  ['kernel', 'sdk'],
  ['agents', 'config', 'metrics', 'traces'],
  ['database', 'egress', 'logging'],
  ['http', 'leases', 'queue', 'sealing', 'sources'],
  ['events'],
];

/** What puts the house together may see every context: src/*.ts and these. */
const ROOTS = ['cli', 'process'];
const ROOT_FILES = `^src/(${ROOTS.join('|')})/`;
const LIB_FACE = ['^libs/[^/]+/index\\.ts$', '^libs/[^/]+/[^/]+/index\\.ts$'];
const WORK_FILES = '\\.(worker|subscriber|schedule)\\.ts$';
const anyOf = (names) => `(${names.join('|')})`;

const error = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const contextOrder = FLOORS.flatMap((floor, level) =>
  floor.map((context) => {
    const notBelow = FLOORS.slice(level)
      .flat()
      .filter((other) => other !== context);
    const comment = `${context} may call only contexts on lower floors; upwards it tells by events or a port of its own.`;
    return error(
      `context-order:${context}`,
      comment,
      { path: `^src/${context}/` },
      { path: `^src/(${anyOf(notBelow)}/|[^/]+\\.ts$|${anyOf(ROOTS)}/)` },
    );
  }),
);

const roomOrder = Object.entries(ROOMS).flatMap(([context, floors]) =>
  floors.flatMap((floor, level) => floor.flatMap((room) => rulesOfRoom(context, room, floors.slice(level).flat()))),
);

function rulesOfRoom(context, room, notBelow) {
  const home = `^src/${context}/${room}/`;
  const others = anyOf(notBelow.filter((other) => other !== room));
  return [
    error(
      `room-order:${context}/${room}`,
      `${room} may use only rooms of ${context} on lower floors, and what stands beside them.`,
      { path: home },
      { path: `^src/${context}/(${others}/|index\\.ts$|${context}\\.(worker\\.)?module\\.ts$)` },
    ),
    error(
      `room-face:${context}/${room}`,
      `${room} is entered by its index.ts.`,
      { path: `^src/${context}/`, pathNot: home },
      { path: home, pathNot: `${home}index\\.ts$` },
    ),
    error(
      `room-own-face:${context}/${room}`,
      "Inside a room nobody imports the room's own index.ts.",
      { path: home },
      { path: `${home}index\\.ts$` },
    ),
  ];
}

const libOrder = LIB_FLOORS.flatMap((floor, level) =>
  floor.map((lib) => {
    const notBelow = LIB_FLOORS.slice(level)
      .flat()
      .filter((other) => other !== lib);
    return error(
      `lib-order:${lib}`,
      `${lib} may use only libs on lower floors.`,
      { path: `^libs/${lib}/` },
      { path: `^libs/${anyOf(notBelow)}/` },
    );
  }),
);

const forbidden = [
  ...contextOrder,
  ...roomOrder,
  ...libOrder,
  error(
    'every-folder-has-a-floor',
    'A folder that stands on no floor is bound by no order: add it to FLOORS or LIB_FLOORS.',
    { path: '^(src|libs)/' },
    { path: `^(src/(?!${anyOf([...FLOORS.flat(), ...ROOTS])}/)[^/]+/|libs/(?!${anyOf(LIB_FLOORS.flat())}/)[^/]+/)` },
  ),
  error(
    'face-only',
    'A context is entered by its index.ts; the worker root also takes its *.worker.module.ts.',
    { path: '^src/([^/]+)/' },
    { path: '^src/[^/]+/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', ROOT_FILES] },
  ),
  error(
    'roots-enter-by-faces',
    'Also those who put the house together use the faces, or a *.worker.module.ts.',
    { path: '^src/[^/]+\\.ts$' },
    { path: '^src/[^/]+/', pathNot: ['^src/[^/]+/index\\.ts$', '\\.worker\\.module\\.ts$', ROOT_FILES] },
  ),
  error(
    'lib-face-only',
    'A lib is entered by its index.ts, or by that of a folder in it which stands for itself.',
    { path: '^src/' },
    { path: '^libs/', pathNot: LIB_FACE },
  ),
  error(
    'lib-to-lib-by-face',
    'A lib is entered by its index.ts, by other libs too.',
    { path: '^libs/([^/]+)/' },
    { path: '^libs/', pathNot: ['^libs/$1/', ...LIB_FACE] },
  ),
  error(
    'no-own-face',
    "Inside a folder nobody imports the folder's own index.ts: it is for outsiders, and a circle waiting to close.",
    { path: '^(src|libs)/([^/]+)/' },
    { path: '^$1/$2/index\\.ts$' },
  ),
  error('libs-know-no-src', 'The ground does not stand on the house.', { path: '^libs/' }, { path: '^src/' }),
  error(
    'kernel-is-pure',
    'The kernel depends on nothing at all, not even on Node.',
    { path: '^libs/kernel/' },
    { pathNot: '^libs/kernel/' },
  ),
  error(
    'sdk-stands-alone',
    'The SDK is a package without dependencies, and runs in browsers: only its entry for Node imports Node.',
    { path: '^libs/sdk/', pathNot: '^libs/sdk/src/node\\.ts$' },
    { pathNot: '^libs/sdk/' },
  ),
  error(
    'sdk-node-entry',
    'The entry of the SDK for Node uses only Node besides the SDK.',
    { path: '^libs/sdk/src/node\\.ts$' },
    { pathNot: '^libs/sdk/', dependencyTypesNot: ['core'] },
  ),
  ...[
    ['^src/([^/]+)/domain/', '^src/$1/domain/'],
    ['^src/([^/]+)/([^/]+)/domain/', '^src/$1/$2/domain/', '^src/$1/domain/'],
  ].flatMap(([rules, ...own]) => [
    error(
      'domain-is-pure',
      'Rules know no framework, no database, no file and no network: only rules, the kernel, the platform kit, and types of other faces. Hashes, checksums and comparisons are arithmetic.',
      { path: rules },
      {
        pathNot: [...own, '^src/[^/]+/index\\.ts$', '^libs/kernel/', '^libs/sources/', '^(node:)?(crypto|util|zlib)$'],
      },
    ),
    error(
      'domain-borrows-types-only',
      'From another face a rule takes types; a value would bring its whole module along.',
      { path: rules },
      { path: '^src/[^/]+/index\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
  ]),
  error(
    'typeorm-at-home',
    'SQL and TypeORM live in persistence and in the libs made for them.',
    { path: '^(src|libs)/', pathNot: ['/persistence/', '^libs/(database|events|queue)/'] },
    { path: '(^|/)node_modules/(typeorm|pg)/' },
  ),
  error(
    'playwright-at-home',
    'The browser is started and led in one place, behind the filtering proxy.',
    { path: '^(src|libs)/', pathNot: '^libs/sources/browser/' },
    { path: '(^|/)node_modules/(playwright|playwright-core)/' },
  ),
  error(
    'prom-client-at-home',
    'Metrics are declared through libs/metrics, which knows their names, scopes and labels.',
    { path: '^(src|libs)/', pathNot: '^libs/metrics/' },
    { path: '(^|/)node_modules/prom-client/' },
  ),
  error(
    'opentelemetry-at-home',
    'Spans are made through libs/traces, which knows their parents and what may be an attribute.',
    { path: '^(src|libs)/', pathNot: '^libs/traces/' },
    { path: '(^|/)node_modules/@opentelemetry/' },
  ),
  error(
    'egress-at-home',
    'Every request to the outside goes through the guarded client: no other file opens connections.',
    { path: '^(src|libs)/', pathNot: '^libs/egress/' },
    { path: '(^|/)node_modules/undici/' },
  ),
  error(
    'class-validator-for-requests',
    'class-validator and class-transformer read requests; their decorators are in libs/http.',
    { path: '^(src|libs)/', pathNot: '^libs/http/' },
    { path: '(^|/)node_modules/(class-validator|class-transformer)/' },
  ),
  error(
    'zod-for-other-input',
    'zod reads the configuration, the answers of platforms, the sandbox, the files of backups and the calls of agents; requests are read by libs/http.',
    { path: '^(src|libs)/', pathNot: '^libs/(agents|config|sources|database/backup)/' },
    { path: '(^|/)node_modules/zod/' },
  ),
  error(
    'public-nest-only',
    "Nest's internal module is not part of its API.",
    { path: '^(src|libs)/' },
    { path: '(^|/)node_modules/@nestjs/[^/]+/internal\\.' },
  ),
  error(
    'http-is-on-top',
    'Nobody but modules and faces needs the door.',
    { path: '^src/[^/]+/', pathNot: ['/http/', '\\.module\\.ts$', '/index\\.ts$'] },
    { path: ['^src/[^/]+/http/', '^src/[^/]+/[^/]+/http/'] },
  ),
  error(
    'api-runs-no-jobs',
    'The API process must not even load what works on jobs: a worker starts wherever it is imported.',
    { path: '^src/api\\.module\\.ts$' },
    { path: WORK_FILES, reachable: true },
  ),
  error('no-circular', 'No circle, not even of types.', {}, { circular: true }),
  error(
    'no-orphans',
    'A file that nobody imports and that imports nothing is left over.',
    { orphan: true, path: '^(src|libs)/', pathNot: ['^src/main\\.ts$', '^src/cli/main\\.ts$', '\\.d\\.ts$'] },
    {},
  ),
  error('no-unresolved', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
  error(
    'console-queries-without-components',
    'Queries of the console read the API for every screen: they contain no components.',
    { path: '^console/src/api/' },
    { path: ['^console/src/(parts|frame|screens)/', '(^|/)node_modules/(react|@mantine)/'] },
  ),
  error(
    'console-parts-without-api',
    'A part shows what it is given; the screen reads the API.',
    { path: '^console/src/parts/' },
    { path: '^console/src/(api|frame|screens)/' },
  ),
  error(
    'console-lib-stands-alone',
    'The lib of the console uses neither the API nor components.',
    { path: '^console/src/lib/' },
    { path: '^console/src/(?!lib/)' },
  ),
  error(
    'console-screens-apart',
    'A screen uses no other screen: what two of them need is a part.',
    { path: '^console/src/screens/([^/]+)/' },
    { path: '^console/src/screens/', pathNot: '^console/src/screens/$1/' },
  ),
  error(
    'console-knows-no-service',
    'The console uses the service by its API only, for which it has the SDK.',
    { path: '^console/' },
    { path: '^(src|libs)/', pathNot: '^libs/sdk/src/index\\.ts$' },
  ),
  error(
    'service-knows-no-console',
    'The service serves the built console and loads nothing of its source.',
    { path: '^(src|libs)/' },
    { path: '^console/' },
  ),
  error(
    'production-needs-no-dev-packages',
    'What runs may import only what is installed where it runs; types are gone by then. A test kit is for tests.',
    { path: '^(src|libs)/', pathNot: '^libs/sources/conformance/' },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  ),
];

module.exports = {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: ['\\.(db-)?spec\\.ts$', '/fixtures/', '^libs/sdk/dist/', '^libs/n8n-node/'] },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
