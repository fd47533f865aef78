import { KEY_SCOPES, scopeOpens, type AccessNeeded } from './key-scope';

describe('key scopes (contract §5.2, §4.15)', () => {
  it.each<[AccessNeeded, readonly boolean[]]>([
    ['public', [true, true, true]],
    ['read', [true, true, true]],
    ['write', [false, true, true]],
    ['master', [false, false, true]],
    ['session', [false, false, false]],
  ])('an endpoint of access %s opens to read_only, full, master: %j', (access, opens) => {
    expect(KEY_SCOPES.map((scope) => scopeOpens(scope, access))).toEqual(opens);
  });
});
