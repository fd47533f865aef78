/**
 * A parsing thread that runs the sources, for tests without a build. It serves the parsers of the platforms and those of
 * `hostile-parsers.ts`.
 */
require('./typescript-sources.cjs');

const { serveParsers } = require('../../libs/sources/parsing/serve-parsers.ts');
const { parsers } = require('../../libs/sources/platforms/parsers.ts');
const hostile = require('./hostile-parsers.ts');

serveParsers([...parsers, ...Object.values(hostile)]);
