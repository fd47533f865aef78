import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { VARIABLES } from '@libs/config/variables';

/**
 * The container files match the service: they parse, set only variables of the service, agree with each other, and follow contract
 * §12.1. No container is started. `chart.spec.ts` and the lane `chart` have the tests of the Helm chart.
 */
const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, 'docker', file), 'utf8');

const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
const known = new Set(Object.keys(VARIABLES));

describe('compose.yml', () => {
  const service = z
    .object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).default({}),
      command: z.array(z.string()).optional(),
      tmpfs: z.array(z.string()).default([]),
      security_opt: z.array(z.string()).default([]),
    })
    .loose();
  const { services } = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(read('compose.yml'), { merge: true }));
  const serviceContainers = Object.entries(services).filter(([, { image }]) => image.startsWith('hrev'));

  test('runs PostgreSQL, Redis, the migration, the API and the worker', () => {
    expect(Object.keys(services).sort()).toEqual(['api', 'migrate', 'postgres', 'redis', 'worker']);
    expect(services.api?.environment.HREV_ROLE).toBe('api');
    expect(services.worker?.environment.HREV_ROLE).toBe('worker');
    expect(services.migrate?.command).toEqual(['hrev', 'migrate']);
  });

  test.each(serviceContainers)('%s sets only variables of the service', (_, { environment }) => {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(serviceContainers)(
    '%s writes only to folders in memory, and cannot gain privileges',
    (_, { tmpfs, ...rest }) => {
      expect(tmpfs.map((entry) => entry.split(':')[0])).toEqual(['/tmp', '/data']);
      expect(rest).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(rest.security_opt).toContain('no-new-privileges:true');
    },
  );

  test('only the worker has the profile for Chromium', () => {
    const withProfile = serviceContainers.filter(([, { security_opt }]) =>
      security_opt.includes('seccomp=./seccomp-chromium.json'),
    );
    expect(withProfile.map(([name]) => name)).toEqual(['worker']);
  });

  test('the file contains no password and no key', () => {
    const secrets = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|KEY|DATABASE_URL/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(3);
    for (const [, value] of secrets) expect(value).toMatch(/\$\{[A-Z_]+:(\?|-\}$)/);
  });

  test.each(Object.entries(services))(
    '%s runs the current version, or one exact image by digest, unless the operator names another one',
    (_, { image }) =>
      expect(image.replace(version, 'VERSION')).toMatch(
        /^(hrev(-worker)?:VERSION|\$\{[A-Z]+_IMAGE:-[a-z]+:\d+\.\d+(\.\d+)?-bookworm@sha256:[0-9a-f]{64}\})$/,
      ),
  );

  test('builds both images on the base image of the Dockerfile, unless the operator names another one', () => {
    const shape = z.object({ target: z.string(), args: z.record(z.string(), z.string()) });
    const [, image] = /^ARG NODE_IMAGE=(.+)$/m.exec(read('Dockerfile')) ?? [];
    const builds = Object.values(services).flatMap((one) =>
      one.build === undefined ? [] : [[one.image, shape.parse(one.build)]],
    );
    const args = { NODE_IMAGE: `\${NODE_IMAGE:-${image}}` };
    expect(builds).toEqual([
      [`hrev:${version}`, { target: 'api', args }],
      [`hrev-worker:${version}`, { target: 'worker', args }],
    ]);
  });

  test('only the worker has the image with Chromium', () => {
    const images = serviceContainers.map(([name, { image }]) => `${name} ${image.split(':')[0]}`);
    expect(images.sort()).toEqual(['api hrev', 'migrate hrev', 'worker hrev-worker']);
  });

  test('publishes the port of the API on the loopback address only: a proxy terminates TLS', () =>
    expect(Object.values(services).flatMap(({ ports }) => ports ?? [])).toEqual(['127.0.0.1:4738:4738']));
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');
  /** The instructions of each stage, with the lines that continue them. */
  const stages = new Map(
    [...read('Dockerfile').matchAll(/^FROM (\S+) AS (\S+)\n([^]*?)(?=^FROM |$(?![^]))/gm)].map(
      ([, base = '', name = '', text = '']) => [name, { base, text }] as const,
    ),
  );
  /** The text of a stage after those that it is made from. */
  const textOf = (name: string): string => {
    const stage = stages.get(name);
    return stage === undefined ? '' : `${textOf(stage.base)}${stage.text}`;
  };

  test('builds on one Node 24 by digest', () => {
    const [, image] = /^ARG NODE_IMAGE=(.+)$/m.exec(read('Dockerfile')) ?? [];
    expect(image).toMatch(/^node:24\.\d+\.\d+-\w+-slim@sha256:[0-9a-f]{64}$/);
    expect(Object.fromEntries([...stages].map(([name, { base }]) => [name, base]))).toEqual({
      build: '${NODE_IMAGE}',
      packages: '${NODE_IMAGE}',
      api: '${NODE_IMAGE}',
      worker: 'api',
    });
  });

  test('copies only what its context holds', () => {
    const held: readonly string[] = read('Dockerfile.dockerignore').match(/(?<=^!).+/gm) ?? [];
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(copied).toContain('scripts');
    expect(copied.filter((name) => !held.includes(name))).toEqual([]);
  });

  test.each(['api', 'worker'])('the image %s does not run as root, and has a health check', (name) => {
    const instructions = textOf(name).match(/^(USER|HEALTHCHECK|ENTRYPOINT) .*/gm) ?? [];
    expect(instructions.filter((line) => line.startsWith('USER ')).at(-1)).toBe('USER node');
    expect(instructions.filter((line) => line.startsWith('HEALTHCHECK --')).length).toBe(1);
    expect(instructions).toContain('ENTRYPOINT ["tini", "--"]');
  });

  test('only the worker has Chromium, and both are made from the same packages and build', () => {
    const installed = [...read('Dockerfile').matchAll(/apt-get install .*? ((?:[a-z][\w-]*(?: |$))+)/gm)].map(
      ([, names = '']) => names.trim().split(' '),
    );
    expect(installed.map((names) => names.includes('chromium'))).toEqual([false, true]);
    expect(textOf('api')).not.toMatch(/chromium/i);
    expect(textOf('worker')).toContain('HREV_CHROMIUM_PATH=/usr/bin/chromium');
    expect(textOf('worker').match(/^COPY --from=\w+/gm)).toEqual(['COPY --from=packages', 'COPY --from=build']);
  });

  test('sets only variables of the service or Node', () => {
    const names = [...read('Dockerfile').matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(names).toEqual(['NODE_ENV', 'NODE_OPTIONS', 'HREV_HOME', 'HREV_COMMIT', 'HREV_CHROMIUM_PATH']);
    expect(names.filter((name) => name !== 'NODE_OPTIONS' && !known.has(name ?? ''))).toEqual([]);
  });
});
