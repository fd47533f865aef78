import { V2_API } from '../contract-client';
import { describeFolders } from '../folders-contract';

describe('v2: folders', () => describeFolders(V2_API));
