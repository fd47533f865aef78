/**
 * A parsing thread that runs the sources, for tests without a build. It serves the parsers of the platforms and of
 * samples, and those of `hostile-parsers.ts`.
 */
require('./typescript-sources.cjs');

const { serveParsers } = require('../../libs/sources/parsing/serve-parsers.ts');
const { parsers } = require('../../libs/sources/platforms/parsers.ts');
const { shapeSample } = require('../../libs/sources/samples/sample-parser.ts');
const hostile = require('./hostile-parsers.ts');

serveParsers([...parsers, shapeSample, ...Object.values(hostile)]);
