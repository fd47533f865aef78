import { describeSupport } from '../support-contract';

describe('v3: support', () => describeSupport('v3'));
