/**
 * A parsing thread from the sources, for tests that run without a build. It serves the platforms' parsers, and some that no
 * platform has (`hostile-parsers.ts`).
 */
require('./typescript-sources.cjs');

const { serveParsers } = require('../../libs/sources/parsing/serve-parsers.ts');
const { parsers } = require('../../libs/sources/platforms/parsers.ts');
const hostile = require('./hostile-parsers.ts');

serveParsers([...parsers, ...Object.values(hostile)]);
