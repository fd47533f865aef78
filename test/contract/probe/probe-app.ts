/** An API with the endpoints of `ProbeModule`, an account, and functions that call it. */
import { connect } from 'node:net';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ProbeModule } from './probe.module';

export const PATH = '/v3/probes';

/** Starts the API before the tests of the file and stops it after them. */
export function probeApp() {
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({ modules: [ProbeModule], environment: { HREV_RATE_LIMIT: '100000' } });
    account = await app.anAccount();
  });

  afterAll(() => app?.close());

  return {
    /** Returns the API and the account. Call it in `beforeAll` or later. */
    current: () => ({ app, account }),
    read: (path: string) => app.agent.get(path).set('X-API-Key', account.readOnly),
    write: () => app.agent.post(PATH).set('X-API-Key', account.full),
    /** Asserts that a body has exactly the fields of an error, with this code. */
    expectError: (body: unknown, code: string): void => {
      expect(Object.keys(body as object)).toEqual(['detail', 'code']);
      expect(body).toMatchObject({ code, detail: expect.any(String) as string });
    },
  };
}

/** Sends bytes over a socket and returns everything received. */
export function raw(app: TestApp, bytes: string): Promise<string> {
  const { port, hostname } = new URL(app.address);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
}
