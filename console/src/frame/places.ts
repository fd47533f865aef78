import { IconBuilding, IconMessageCircle, type Icon } from '@tabler/icons-react';

/** An entry of the rail and of the bottom bar. */
export interface Place {
  readonly key: 'reviews' | 'objects';
  readonly to: '/a/$accountId/reviews' | '/a/$accountId/objects';
  readonly Shape: Icon;
}

export const PLACES: readonly Place[] = [
  { key: 'reviews', to: '/a/$accountId/reviews', Shape: IconMessageCircle },
  { key: 'objects', to: '/a/$accountId/objects', Shape: IconBuilding },
];
