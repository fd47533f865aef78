import { V3_API } from '../contract-client';
import { describeCuration } from '../curation-contract';

describe('v3: hidden and pinned reviews', () => describeCuration(V3_API));
