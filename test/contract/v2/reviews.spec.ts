import { V2_WORDS } from '../contract-client';
import { describeReviews } from '../reviews-contract';

describeReviews(V2_WORDS);
