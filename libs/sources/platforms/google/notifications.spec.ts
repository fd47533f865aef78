import { EgressError } from '@libs/egress';
import { keyFile } from '../../conformance/google-key-file';
import { NotSent } from '../../publish-errors';
import type { PublishTools } from '../../publisher';
import { notifications } from './notifications';

const SUBSCRIPTION = 'projects/ours/subscriptions/hrev';

/** Tools whose requests for a token succeed, and whose other requests get `content`. */
function toolsWith(content: () => unknown): PublishTools {
  const responseOf = (value: unknown, url: string) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    return { status: 200, url, headers: {}, body, json: () => JSON.parse(body) as unknown };
  };
  return {
    http: {
      request: async (url) => {
        const isToken = url.endsWith('/token');
        return responseOf(isToken ? { access_token: 'a', expires_in: 3_599 } : await Promise.resolve(content()), url);
      },
    },
    credentials: { service_account: keyFile('pull') },
    saveCredentials: () => Promise.resolve(),
    now: new Date(),
    signal: new AbortController().signal,
  };
}

const pulled = (content: () => unknown) => notifications.pull(SUBSCRIPTION, toolsWith(content));

describe("the list of Google's notifications (contract §10.1)", () => {
  it.each([
    ['is empty', ''],
    ['has no list', {}],
    ['has an empty list', { receivedMessages: [] }],
  ])('has no messages if the response %s', async (_, content) => {
    expect(await pulled(() => content)).toEqual([]);
  });

  it('has no messages if Google holds the request longer than a request may take', async () => {
    const timeout = new NotSent('google could not be reached', null, { cause: new EgressError('timeout', 'too long') });
    expect(await pulled(() => Promise.reject(timeout))).toEqual([]);
  });

  it('throws other errors of the network', async () => {
    const failed = new NotSent('google could not be reached', null, { cause: new EgressError('network', 'reset') });
    await expect(pulled(() => Promise.reject(failed))).rejects.toBe(failed);
  });

  it.each([
    ['no id of the delivery', { receivedMessages: [{ message: { data: '' } }] }],
    ['a list that is none', { receivedMessages: 'x' }],
  ])('throws Changed for %s', async (_, content) => {
    await expect(pulled(() => content)).rejects.toThrow('The list of notifications');
  });

  it('names each place once', async () => {
    const data = Buffer.from('{"location_name":"locations/1","review_name":"accounts/2/locations/1/reviews/3"}');
    const message = { data: data.toString('base64'), attributes: { other: 'accounts/9/locations/4' } };
    const content = { receivedMessages: [{ ackId: 'a', message }, { ackId: 'b' }] };
    expect(await pulled(() => content)).toEqual([
      { id: 'a', cards: ['locations/1', 'locations/4'] },
      { id: 'b', cards: [] },
    ]);
  });
});
