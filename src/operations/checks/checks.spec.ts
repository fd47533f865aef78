import { loadConfig } from '@libs/config';
import { allChecks, type CheckTools } from './checks';

describe('the check of the browser in doctor', () => {
  const browser = (environment: Readonly<Record<string, string>>): Promise<unknown> | undefined => {
    const config = loadConfig({ NODE_ENV: 'test', HREV_CHROMIUM_PATH: '/does/not/exist', ...environment });
    const unused = (): Promise<never> => Promise.reject(new Error('not used'));
    const tools: CheckTools = { config, database: unused, withDatabase: unused, sealedData: unused };
    return allChecks(tools)
      .find(({ name }) => name === 'browser')
      ?.run();
  };
  const CLUSTER = { DATABASE_URL: 'postgresql://db.example/hrev', HREV_ENCRYPTION_KEY: 'a'.repeat(64) };

  it.each<[Readonly<Record<string, string>>, string]>([
    [{ ...CLUSTER, HREV_ROLE: 'api' }, 'not used by the role api'],
    [{ ...CLUSTER, HREV_ROLE: 'worker', HREV_COLLECT_BROWSER: 'off' }, 'not used with HREV_COLLECT_BROWSER=off'],
  ])('with %j, none is started', async (environment, text) => {
    expect(await browser(environment)).toBe(text);
  });

  it.each([{}, { ...CLUSTER, HREV_ROLE: 'worker', HREV_COLLECT_BROWSER: 'only' }])(
    'with %j, it must start',
    async (environment) => {
      await expect(browser(environment)).rejects.toThrow();
    },
  );
});
