import { objectsToSwitch, type ObjectSwitch } from './tracked-object';

const on = (id: number): ObjectSwitch => ({ id, isActive: true });
const off = (id: number): ObjectSwitch => ({ id, isActive: false });

describe('a mass switch (contract §4.6: all or nothing)', () => {
  const table: readonly [string, readonly ObjectSwitch[], readonly number[], boolean, readonly number[]][] = [
    ['changes objects in the other state', [on(1), off(2), on(3)], [1, 2, 3], false, [1, 3]],
    ['changes nothing if all are in the requested state', [on(1), on(2)], [1, 2], true, []],
    ['counts a repeated id once', [off(7)], [7, 7, 7], true, [7]],
  ];

  it.each(table)('%s', (_, found, requestedIds, isActive, expected) => {
    expect(objectsToSwitch(found, requestedIds, isActive)).toEqual(expected);
  });

  it.each([
    ['one id is foreign, missing or deleted', [on(1)], [1, 2]],
    ['none is found', [], [9]],
  ] as const)('throws 404 if %s', (_, found, requestedIds) => {
    expect(() => objectsToSwitch(found, requestedIds, false)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
