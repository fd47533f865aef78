import { V2_API } from '../contract-client';
import { describeCuration } from '../curation-contract';

describe('v2: hidden and pinned reviews', () => describeCuration(V2_API));
