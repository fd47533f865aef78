import { V2_WORDS } from '../contract-client';
import { describeFolders } from '../folders-contract';

describe('v2: folders', () => describeFolders(V2_WORDS));
