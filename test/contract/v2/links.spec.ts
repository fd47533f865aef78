import { V2_API } from '../contract-client';
import { describeLinks } from '../links-contract';

describe('v2: links of a group', () => describeLinks(V2_API));
