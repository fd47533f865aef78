import { describeObjects } from '../objects-contract';
import { V3_WORDS } from '../contract-client';

describe('v3: objects', () => describeObjects(V3_WORDS));
