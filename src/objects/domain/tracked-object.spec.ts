import { objectsToSwitch, type ObjectSwitch } from './tracked-object';

const enabledObject = (id: number): ObjectSwitch => ({ id, isActive: true });
const disabledObject = (id: number): ObjectSwitch => ({ id, isActive: false });

describe('a mass switch (contract §4.6: all or nothing)', () => {
  const table: readonly [string, readonly ObjectSwitch[], readonly number[], boolean, readonly number[]][] = [
    [
      'changes only the objects that are in the other state',
      [enabledObject(1), disabledObject(2), enabledObject(3)],
      [1, 2, 3],
      false,
      [1, 3],
    ],
    ['changes nothing if all are in the requested state', [enabledObject(1), enabledObject(2)], [1, 2], true, []],
    ['counts a repeated id once', [disabledObject(7)], [7, 7, 7], true, [7]],
  ];

  it.each(table)('%s', (_, objects, requestedIds, isActive, expected) => {
    expect(objectsToSwitch(objects, requestedIds, isActive)).toEqual(expected);
  });

  it.each([
    ['one id is foreign, missing or deleted', [enabledObject(1)], [1, 2]],
    ['none is found', [], [9]],
  ] as const)('throws 404 if %s', (_, objects, requestedIds) => {
    expect(() => objectsToSwitch(objects, requestedIds, false)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
