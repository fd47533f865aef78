import { describeReplies } from '../replies-contract';

describeReplies('v3');
