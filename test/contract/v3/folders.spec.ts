import { V3_WORDS } from '../contract-client';
import { describeFolders } from '../folders-contract';

describe('v3: folders', () => describeFolders(V3_WORDS));
