import { V3_API } from '../contract-client';
import { describeWebhooks } from '../webhooks-contract';

describe('v3: webhooks', () => describeWebhooks(V3_API));
