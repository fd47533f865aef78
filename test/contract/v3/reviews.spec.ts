import { V3_WORDS } from '../contract-client';
import { describeReviews } from '../reviews-contract';

describeReviews(V3_WORDS);
