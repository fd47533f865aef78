import { V2_WORDS } from '../contract-client';
import { describeWebhooks } from '../webhooks-contract';

describe('v2: webhooks', () => describeWebhooks(V2_WORDS));
