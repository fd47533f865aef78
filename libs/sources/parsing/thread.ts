/** Entry point of a parsing thread. */
import { parsers } from '../platforms/parsers';
import { shapeSample } from '../samples/sample-parser';
import { serveParsers } from './serve-parsers';

serveParsers([...parsers, shapeSample]);
