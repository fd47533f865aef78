import { describeObjects } from '../objects-contract';
import { V2_WORDS } from '../contract-client';

describe('v2: objects, called groups', () => describeObjects(V2_WORDS));
