import { V3_WORDS } from '../contract-client';
import { describeWebhooks } from '../webhooks-contract';

describe('v3: webhooks', () => describeWebhooks(V3_WORDS));
