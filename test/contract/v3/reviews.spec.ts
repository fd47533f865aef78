import { V3_API } from '../contract-client';
import { describeReviews } from '../reviews-contract';

describeReviews(V3_API);
