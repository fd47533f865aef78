import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { docsSite, notBuilt } from './docs-site';

const PAGE = '<title>Page</title><script>run()</script><script src="/docs/a.js"></script>';

describe('the documentation (contract §1.4)', () => {
  let home: string;
  let agent: ReturnType<typeof supertest>;

  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-docs-'));
    const write = (name: string, text: string): void => {
      mkdirSync(path.dirname(path.join(home, 'site', name)), { recursive: true });
      writeFileSync(path.join(home, 'site', name), text);
    };
    for (const name of ['index.html', 'page.html', 'adr/index.html', '404.html']) write(name, `${PAGE}${name}`);
    write('page.md', '# Page');
    write('assets/a.js', 'a');
    write('archive.zip', 'z');
    writeFileSync(path.join(home, 'secret.txt'), 'secret');
    const app = express();
    app.use('/docs', docsSite(path.join(home, 'site')));
    app.use((_, response) => void response.status(404).json({ code: 'not_found' }));
    agent = supertest(app);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it.each([
    ['/docs', 200, 'text/html; charset=utf-8', 'index.html'],
    ['/docs/', 200, 'text/html; charset=utf-8', 'index.html'],
    ['/docs/page', 200, 'text/html; charset=utf-8', 'page.html'],
    ['/docs/adr/', 200, 'text/html; charset=utf-8', 'adr/index.html'],
    ['/docs/page.md', 200, 'text/plain; charset=utf-8', '# Page'],
    ['/docs/none', 404, 'text/html; charset=utf-8', '404.html'],
  ])('%s is %i, %s', async (address, status, type, text) => {
    const answer = await agent.get(address).set('Accept', 'text/html');
    expect([answer.status, answer.headers['content-type']]).toEqual([status, type]);
    expect(answer.text).toContain(text);
  });

  it('a folder without its slash redirects to the address of its page', async () => {
    const { status, headers } = await agent.get('/docs/adr').redirects(0);
    expect([status, headers['location']]).toEqual([301, '/docs/adr/']);
  });

  it.each(['/docs/none', '/docs/archive.zip', '/docs/../secret.txt', '/docs/%2e%2e/secret.txt'])(
    'a program that asks for %s gets the error of the API',
    async (address) => {
      const { status, body } = await agent.get(address).set('Accept', '*/*');
      expect([status, body]).toEqual([404, { code: 'not_found' }]);
    },
  );

  it('other methods are left to the API', async () => expect((await agent.post('/docs')).status).toBe(404));

  it('a page allows its inline scripts by their hashes, and no others', async () => {
    const { headers } = await agent.get('/docs/page');
    const policy = String(headers['content-security-policy']);
    // printf 'run()' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain("script-src 'self' 'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='; ");
    expect(policy).toContain("default-src 'none'");
  });

  it('files with a hash in their names are cached without a time limit, and others are compared', async () => {
    expect((await agent.get('/docs/assets/a.js')).headers['cache-control']).toContain('immutable');
    const { headers } = await agent.get('/docs/page').set('Accept-Encoding', 'identity');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await agent
      .get('/docs/page')
      .set({ 'Accept-Encoding': 'identity', 'If-None-Match': String(headers['etag']) });
    expect(again.status).toBe(304);
  });

  it('without the build, the response says how to get it', async () => {
    const app = express();
    app.use('/docs', notBuilt);
    const { status, text } = await supertest(app).get('/docs/page');
    expect([status, text]).toEqual([404, expect.stringContaining('npm run build')]);
  });
});
