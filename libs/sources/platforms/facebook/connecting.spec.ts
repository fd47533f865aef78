import { PublisherFixture, publishFailureOf } from '../../conformance/publisher-fixture';
import { AccessRevoked, CardNotYours, NotSent, PlatformRefused, type PublishError } from '../../publish-errors';
import { facebookSandbox } from '../../sandbox/facebook';
import { jsonResponse } from '../../sandbox/sandbox-behaviour';
import { facebook } from './index';

const key = '100064123456789';
const credentials = { page_access_token: `EAAtoken-${key}` };

/** Checks a page whose token has this response; returns the card or the error. */
async function check(address: string, content: object, status = 200): Promise<string | PublishError> {
  const fixture = new PublisherFixture(
    facebook,
    { ...facebookSandbox, respond: () => jsonResponse(content, status) },
    {
      ...{ key, canonicalUrl: address, card: key, foreignUrl: address, credentials, wrongCredentials: credentials },
      ...{ usesTokens: false, moderates: false },
    },
  );
  await fixture.sandbox.start();
  try {
    const checked = fixture.connecting.check(address, fixture.tools());
    return await checked.then(
      ({ card }) => card,
      () => publishFailureOf(checked),
    );
  } finally {
    await fixture.sandbox.stop();
  }
}

describe('the page of a token (contract §4.15)', () => {
  const page = { id: key, name: 'Mill', username: 'Old.Mill' };

  it.each([
    ['its number', `https://www.facebook.com/${key}`, page],
    ['its user name with other dots', 'https://www.facebook.com/oldmill', page],
    [
      'the number in its link',
      'https://www.facebook.com/615000000001',
      { ...page, link: 'https://www.facebook.com/profile.php?id=615000000001' },
    ],
  ])('is that of an address with %s', async (_what, address, content) => {
    await expect(check(address, content)).resolves.toBe(key);
  });

  it.each<[string, object, number, abstract new (...parameters: never[]) => PublishError]>([
    ['another page', { id: '100064000000000', username: 'other' }, 200, CardNotYours],
    ['a link elsewhere', { id: '100064000000000', link: 'https://evil.example/oldmill' }, 200, CardNotYours],
    ['a person', { error: { code: 100 } }, 400, CardNotYours],
    ['an expired token', { error: { code: 190 } }, 400, AccessRevoked],
    ['a missing permission', { error: { code: 200 } }, 403, AccessRevoked],
    ['too many requests', { error: { code: 4 } }, 400, NotSent],
    ['another error', { error: { code: 7 } }, 400, PlatformRefused],
    ['a number that is not one', { id: '../me' }, 200, PlatformRefused],
    ['another format', { page: {} }, 200, PlatformRefused],
  ])('refuses %s', async (_what, content, status, type) => {
    expect(await check('https://www.facebook.com/oldmill', content, status)).toBeInstanceOf(type);
  });
});

describe('the address of a shared link (contract §4.6)', () => {
  const fixture = new PublisherFixture(facebook, facebookSandbox, {
    ...{ key, canonicalUrl: `https://www.facebook.com/${key}`, card: key, credentials, wrongCredentials: credentials },
    ...{ foreignUrl: 'https://www.facebook.com/100064000000002', usesTokens: false, moderates: false },
  });
  beforeAll(() => fixture.sandbox.start());
  afterAll(() => fixture.sandbox.stop());
  beforeEach(() => void fixture.reset());

  it('is resolved, also where Facebook asks for a login first', async () => {
    const checked = fixture.connecting.check(`https://www.facebook.com/share/${key}/`, fixture.tools());
    expect(await checked).toEqual({ card: key, name: 'Orchard & Quill' });
  });

  it('is refused if it leads to another page', async () => {
    const checked = fixture.connecting.check('https://www.facebook.com/share/100064000000002/', fixture.tools());
    expect(await publishFailureOf(checked)).toBeInstanceOf(CardNotYours);
  });
});
