import { describeSupport } from '../support-contract';

describe('v2: support', () => describeSupport('v2'));
