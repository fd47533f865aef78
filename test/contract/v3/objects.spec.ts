import { describeObjects } from '../objects-contract';
import { V3_API } from '../contract-client';

describe('v3: objects', () => describeObjects(V3_API));
