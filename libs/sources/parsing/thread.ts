/** What a parsing thread runs. */
import { parsers } from '../platforms/parsers';
import { serveParsers } from './serve-parsers';

serveParsers(parsers);
