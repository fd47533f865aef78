import { describeSources } from '../sources-contract';

describe('v2: sources', () => describeSources('v2'));
