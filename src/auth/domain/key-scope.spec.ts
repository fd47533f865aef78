import { KEY_SCOPES, scopeOpens, type AccessNeeded } from './key-scope';

describe('key scopes (contract §5.2, §4.15)', () => {
  it.each<[AccessNeeded, readonly boolean[]]>([
    ['public', [true, true, true, true]],
    ['read', [true, true, true, true]],
    ['propose', [false, true, true, true]],
    ['write', [false, false, true, true]],
    ['master', [false, false, false, true]],
    ['session', [false, false, false, false]],
  ])('read_only, propose, full and master may use an endpoint with access "%s": %j', (access, expected) => {
    expect(KEY_SCOPES.map((scope) => scopeOpens(scope, access))).toEqual(expected);
  });
});
