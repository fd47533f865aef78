import { V3_WORDS } from '../contract-client';
import { describeCuration } from '../curation-contract';

describe('v3: hidden and pinned reviews', () => describeCuration(V3_WORDS));
