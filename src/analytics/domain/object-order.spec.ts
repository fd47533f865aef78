import { orderedIds } from './object-order';

describe('the order of objects (contract §4.7)', () => {
  const numbers = [3, null, 1, 3, null, 2].map((value, index) => ({ objectId: index + 1, value }));

  it('is by value, then by id; objects without a value are last', () => {
    expect(orderedIds(numbers, 'asc')).toEqual([3, 6, 1, 4, 2, 5]);
    expect(orderedIds(numbers, 'desc')).toEqual([1, 4, 6, 3, 2, 5]);
  });

  it('of names ignores case first, and counts digits as numbers', () => {
    const names = ['Hotel 10', 'hotel 2', 'Ärzte', 'Zoo'].map((value, index) => ({ objectId: index + 1, value }));
    expect(orderedIds(names, 'asc')).toEqual([3, 2, 1, 4]);
    expect(orderedIds(names, 'desc')).toEqual([4, 1, 2, 3]);
  });
});
