/** A session of the console for a person of the bench. */
import { request, type Dispatcher } from 'undici';
import type { Product } from '../product';

export interface SessionCookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

export const BENCH_PERSON = { email: 'reader@bench.example', name: 'Reader', password: 'three calm boats at noon' };

/** Creates a member of the accounts, who needs no second factor, and returns the cookie of the session. */
export async function signedIn(
  product: Product,
  origin: string,
  accountIds: readonly number[],
): Promise<SessionCookie> {
  let cookie: SessionCookie | null = null;
  for (const accountId of accountIds) {
    const path = await product.consoleLinks.make({
      kind: 'join',
      accountId,
      email: BENCH_PERSON.email,
      role: 'member',
    });
    const answer: Dispatcher.ResponseData = await request(`${origin}/console/api/join`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hrev-console': '1',
        'sec-fetch-site': 'same-origin',
        origin,
        ...(cookie === null ? {} : { cookie: `${cookie.name}=${cookie.value}` }),
      },
      body: JSON.stringify({ token: path.split('#')[1], name: BENCH_PERSON.name, password: BENCH_PERSON.password }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`the person could not join: ${answer.statusCode} ${text}`);
    cookie = cookieOf(answer.headers['set-cookie'], origin) ?? cookie;
  }
  if (cookie === null) throw new Error('no session was opened');
  return cookie;
}

function cookieOf(header: string | readonly string[] | undefined, url: string): SessionCookie | null {
  const line = [header ?? []].flat().find((one) => one.startsWith('hrev-session='));
  const value = line?.slice('hrev-session='.length).split(';')[0] ?? '';
  return value === '' ? null : { name: 'hrev-session', value, url };
}
