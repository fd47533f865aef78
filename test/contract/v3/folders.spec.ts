import { V3_API } from '../contract-client';
import { describeFolders } from '../folders-contract';

describe('v3: folders', () => describeFolders(V3_API));
