import { V2_API } from '../contract-client';
import { describeReviews } from '../reviews-contract';

describeReviews(V2_API);
