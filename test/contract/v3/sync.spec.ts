import { V3_WORDS } from '../contract-client';
import { describeSync } from '../sync-contract';

describeSync(V3_WORDS);
