/** Entry point of a parsing thread. */
import { parsers } from '../platforms/parsers';
import { serveParsers } from './serve-parsers';

serveParsers(parsers);
