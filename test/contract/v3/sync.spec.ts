import { V3_API } from '../contract-client';
import { describeSync } from '../sync-contract';

describeSync(V3_API);
