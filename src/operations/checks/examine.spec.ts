import { examine, type Finding } from './examine';
import type { CheckTools } from './checks';

/** Without readable settings only two checks run. */
const tools: CheckTools = {
  get config(): never {
    throw new Error('unreadable');
  },
  database: () => Promise.reject(new Error('not reached')),
  withDatabase: () => Promise.reject(new Error('not reached')),
  sealedData: () => Promise.reject(new Error('not reached')),
};

async function nodeOf(version: string): Promise<Finding | undefined> {
  const running = process.versions.node;
  Object.defineProperty(process.versions, 'node', { value: version, configurable: true });
  try {
    return (await examine(tools, () => [])).find(({ name }) => name === 'node');
  } finally {
    Object.defineProperty(process.versions, 'node', { value: running, configurable: true });
  }
}

describe('the check of Node', () => {
  it('passes without a warning on the version of images and documentation', async () => {
    expect(await nodeOf('24.21.0')).toEqual({
      name: 'node',
      ok: true,
      detail: 'Node 24.21.0',
      warning: null,
      remedy: null,
    });
  });

  it('passes with a warning and a remedy on a release line that has ended', async () => {
    expect(await nodeOf('20.19.0')).toEqual({
      name: 'node',
      ok: true,
      detail: 'Node 20.19.0',
      warning: 'Node 20.19.0 is past its end of life (2026-04-30) and gets no more corrections',
      remedy: 'Install Node 24.',
    });
  });

  it('fails without a warning on a version that cannot load the dependencies', async () => {
    expect(await nodeOf('20.18.0')).toMatchObject({ ok: false, warning: null, remedy: expect.any(String) as string });
  });
});
