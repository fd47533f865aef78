import { V2_API } from '../contract-client';
import { describeWebhooks } from '../webhooks-contract';

describe('v2: webhooks', () => describeWebhooks(V2_API));
