/** The OpenAPI documents pass the linters and validators of other projects (contract §9). */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { buildDocuments, CONSOLE_API, V2, V3, type DocumentName } from '@libs/http';
import { testApp, type TestApp } from '@test/support/test-app';

const LINT = join(__dirname, '../../scripts/lint-openapi.mjs');
const run = promisify(execFile);
const DOCUMENTS: readonly DocumentName[] = [V2, V3, CONSOLE_API];
const METHODS = new Set(['get', 'put', 'post', 'patch', 'delete']);

interface Media {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: unknown;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly description?: string; readonly examples?: readonly unknown[] }>
    >;
  };
}

/** Returns the findings of the linters. The process exits with 1 if there are any. */
async function lint(...files: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [LINT, ...files]).catch((error: { readonly stdout: string }) => error);
  return stdout;
}

const FAULTY = {
  openapi: '3.1.0',
  info: { title: 'faulty', version: '1' },
  paths: { '/things/{thing_id}': { get: { tags: ['Things'], responses: { 200: { description: 'A thing.' } } } } },
};

describe('the OpenAPI documents', () => {
  let app: TestApp;
  let folder: string;
  let documents: Readonly<Record<DocumentName, Document>>;

  beforeAll(async () => {
    app = await testApp();
    documents = buildDocuments(app.app) as unknown as typeof documents;
    folder = await mkdtemp(join(tmpdir(), 'hrev-openapi-'));
    for (const name of DOCUMENTS) await writeFile(fileOf(name), JSON.stringify(documents[name]));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await app.close();
  });

  const fileOf = (name: DocumentName): string => join(folder, `${name}.json`);
  const operationsOf = (name: DocumentName): readonly (readonly [string, Operation])[] =>
    Object.entries(documents[name].paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        METHODS.has(method) ? [[`${method.toUpperCase()} ${path}`, operation] as const] : [],
      ),
    );

  it('Redocly and Spectral report no error and no warning, and they report those of a faulty document', async () => {
    const faulty = join(folder, 'faulty.json');
    await writeFile(faulty, JSON.stringify(FAULTY));
    const lines = (await lint(...DOCUMENTS.map(fileOf), faulty)).split('\n').filter(Boolean);
    expect(lines.filter((line) => !line.startsWith('faulty.json '))).toEqual([]);
    expect(lines.map((line) => line.split(' ').slice(1, 4).join(' '))).toEqual(
      expect.arrayContaining([
        'error redocly path-parameters-defined',
        'error redocly security-defined',
        'error spectral path-params',
        'warn spectral operation-tag-defined',
      ]),
    );
  });

  it.each(DOCUMENTS)(
    '%s: every operation has a unique id, one tag, a security scheme and a description; path parameters are described',
    (document) => {
      const operations = operationsOf(document);
      const ids = operations.map(([, { operationId }]) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
      const tags = documents[document].tags.map(({ name }) => name);
      expect(documents[document].tags.filter(({ description }) => !description)).toEqual([]);
      const incomplete = operations.filter(
        ([name, { operationId, summary, description, security, tags: operationTags = [], parameters = [] }]) => {
          const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
          const described = parameters.filter((parameter) => parameter.in === 'path' && parameter.description);
          return !(
            /^[a-z][A-Za-z]+$/.test(operationId) &&
            summary &&
            description &&
            Array.isArray(security) &&
            operationTags.length === 1 &&
            operationTags.every((tag) => tags.includes(tag)) &&
            described
              .map((parameter) => parameter.name)
              .sort()
              .join() === inPath.sort().join()
          );
        },
      );
      expect(incomplete.map(([name]) => name)).toEqual([]);
    },
  );

  it('lists the operations that no key opens last, and the paths in the order of the tags', () => {
    const { tags, paths } = documents[V3];
    expect(tags.at(-1)?.name).toBe('Console only');
    expect(Object.keys(paths)[0]).toBe('/v3/objects');
    const closed = operationsOf(V3).filter(([, { responses }]) =>
      JSON.stringify(responses).includes('session_required'),
    );
    expect(closed.length).toBeGreaterThan(10);
    expect(closed.filter(([, operation]) => operation.tags?.[0] !== 'Console only').map(([name]) => name)).toEqual([]);
  });

  it.each(DOCUMENTS)('%s: every schema has a description', (document) => {
    const schemas = Object.entries(documents[document].components.schemas);
    expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
  });

  it.each(DOCUMENTS)('%s: requests and responses have examples, and every example matches its schema', (document) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(documents[document] as object, 'whole');
    const problems: string[] = [];
    const validateExamples = (place: string, pointer: string, examples: readonly unknown[]): void => {
      if (examples.length === 0) problems.push(`${place}: no example`);
      const validate = ajv.compile({ $ref: `whole#${pointer}` });
      for (const example of examples)
        if (!validate(example))
          problems.push(`${place}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(example)}`);
    };
    const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const JSON_MEDIA = '/content/application~1json/schema';
    for (const [name, { requestBody, responses }] of operationsOf(document)) {
      const [method = '', path = ''] = name.split(' ');
      const at = `/paths/${escaped(path)}/${method.toLowerCase()}`;
      const sent = requestBody?.content['application/json'];
      if (sent) validateExamples(`${name} request`, `${at}/requestBody${JSON_MEDIA}`, examplesOf(sent));
      for (const [status, response] of Object.entries(responses)) {
        const media = response.content?.['application/json'];
        if (media) validateExamples(`${name} ${status}`, `${at}/responses/${status}${JSON_MEDIA}`, examplesOf(media));
      }
    }
    for (const [name, { examples = [] }] of Object.entries(documents[document].components.schemas))
      validateExamples(name, `/components/schemas/${name}`, examples);
    expect(problems).toEqual([]);
  });
});

const examplesOf = ({ example, examples }: Media): readonly unknown[] =>
  example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
