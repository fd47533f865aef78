import { describeSources } from '../sources-contract';

describe('v3: sources', () => describeSources('v3'));
