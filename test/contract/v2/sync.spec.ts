import { V2_API } from '../contract-client';
import { describeSync } from '../sync-contract';

describeSync(V2_API);
