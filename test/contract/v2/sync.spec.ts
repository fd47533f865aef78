import { V2_WORDS } from '../contract-client';
import { describeSync } from '../sync-contract';

describeSync(V2_WORDS);
