import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { buildDocument, CONSOLE_API, V2, V3, type ApiVersion, type DocumentName } from '@libs/http';

/** A response of supertest or fetch, reduced to the parts that the OpenAPI document describes. */
export interface CheckedAnswer {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed body; undefined if there is none. */
  readonly body: unknown;
}

interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      { readonly headers?: object; readonly content?: Readonly<Record<string, { readonly schema: object }>> }
    >
  >;
}

/**
 * Checks responses against the OpenAPI documents that the application publishes: an undocumented status, error code or field, or
 * a missing documented header, is a failure. Fields that the schema does not declare are failures, although JSON Schema allows
 * them. Every application of the tests has the same routes, so a worker builds the documents once.
 */
export class OpenApiCheck {
  constructor(private readonly app: NestExpressApplication) {}

  /** The operations of a version as `METHOD /path/{id}`. */
  operations(version: DocumentName): readonly string[] {
    const paths = this.document(version)['paths'] as Record<string, Record<string, unknown>>;
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  /** The differences between a response and its documentation, one line each. */
  problems(answer: CheckedAnswer): readonly string[] {
    const [path = ''] = answer.path.split('?');
    const version = documentOf(path);
    const template = this.templateOf(version, answer.method, path);
    // A path without a route is not documented, but every error has the same form.
    if (template === null) return this.undocumentedRoute(answer);
    const operation = this.operationOf(version, answer.method, template);
    const documented = operation.responses[String(answer.status)];
    if (!documented) return [`${answer.method} ${template}: status ${answer.status} is not documented`];
    return [...this.headerProblems(answer, documented.headers), ...this.bodyProblems(answer, version, template)];
  }

  /** Throws with all problems. */
  expect(answer: CheckedAnswer): void {
    const problems = this.problems(answer);
    if (problems.length > 0)
      throw new Error(`not as documented:\n${problems.join('\n')}\n${JSON.stringify(answer.body)?.slice(0, 2_000)}`);
  }

  /**
   * The differences between the body of a webhook event and its documentation in this version; an unknown event is a difference
   * too.
   */
  eventProblems(version: ApiVersion, event: string, body: unknown): readonly string[] {
    const webhooks = this.document(version)['webhooks'] as Record<string, unknown>;
    if (!(event in webhooks)) return [`${event} is not documented`];
    const pointer = `#/webhooks/${escaped(event)}/post/requestBody/content/application~1json/schema`;
    return this.schemaProblems(`v${version}${pointer}`, body);
  }

  /** Built at the first use of a version: most specs use one version, and the construction takes most of a second. */
  private document(version: DocumentName): Record<string, unknown> {
    let document = documents.get(version);
    if (!document) {
      document = withoutOtherProperties(buildDocument(this.app, version));
      ajv.addSchema(document, `v${version}`);
      documents.set(version, document);
    }
    return document;
  }

  private templateOf(version: DocumentName, method: string, path: string): string | null {
    const paths = this.document(version)['paths'] as Record<string, Record<string, unknown>>;
    const candidates = Object.keys(paths).filter(
      (template) => method.toLowerCase() in (paths[template] ?? {}) && matches(template, path),
    );
    return candidates.sort((a, b) => parameters(a) - parameters(b))[0] ?? null;
  }

  private operationOf(version: DocumentName, method: string, template: string): Operation {
    const paths = this.document(version)['paths'] as Record<string, Record<string, Operation>>;
    const operation = paths[template]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${template} is not in the document`);
    return operation;
  }

  private headerProblems(answer: CheckedAnswer, documented: object = {}): string[] {
    const optional = new Set(['idempotent-replayed', 'etag', 'x-hrev-ignored-parameters']);
    return Object.keys(documented)
      .map((name) => name.toLowerCase())
      .filter((name) => !optional.has(name) && answer.headers[name] === undefined)
      .map((name) => `header ${name} is documented and missing`);
  }

  private bodyProblems(answer: CheckedAnswer, version: DocumentName, template: string): string[] {
    const pointer = `#/paths/${escaped(template)}/${answer.method.toLowerCase()}/responses/${answer.status}`;
    const documented = this.operationOf(version, answer.method, template).responses[String(answer.status)];
    if (!documented?.content) return hasBody(answer.body) ? ['a body is sent and none is documented'] : [];
    // A file has no schema.
    if (documented.content['application/json'] === undefined) return [];
    return this.schemaProblems(`v${version}${pointer}/content/application~1json/schema`, answer.body);
  }

  private schemaProblems(ref: string, value: unknown): string[] {
    const validate = this.validator(ref);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath || 'body'} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
    );
  }

  private undocumentedRoute(answer: CheckedAnswer): string[] {
    this.document(V3);
    const validate = this.validator('v3#/components/schemas/Error');
    return answer.status >= 400 && validate(answer.body)
      ? []
      : [`${answer.method} ${answer.path} (${answer.status}) is not documented`];
  }

  private validator(ref: string): ValidateFunction {
    let validate = validators.get(ref);
    if (!validate) {
      validate = ajv.compile({ $ref: ref });
      validators.set(ref, validate);
    }
    return validate;
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const documents = new Map<DocumentName, Record<string, unknown>>();
const validators = new Map<string, ValidateFunction>();
/** The regular expressions of path templates. */
const patterns = new Map<string, RegExp>();

function documentOf(path: string): DocumentName {
  if (path.startsWith('/console/')) return CONSOLE_API;
  return path.startsWith('/v2/') ? V2 : V3;
}

const hasBody = (body: unknown): boolean =>
  body !== undefined && body !== '' && !(typeof body === 'object' && body !== null && Object.keys(body).length === 0);
const parameters = (template: string): number => template.split('{').length;
const escaped = (template: string): string => encodeURIComponent(template.replaceAll('~', '~0').replaceAll('/', '~1'));

function matches(template: string, path: string): boolean {
  let pattern = patterns.get(template);
  if (!pattern) {
    const text = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+');
    pattern = new RegExp(`^${text}$`);
    patterns.set(template, pattern);
  }
  return pattern.test(path);
}

/** A copy in which every object with declared properties allows no others. */
function withoutOtherProperties(document: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(document, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const schema = value as Record<string, unknown>;
      const isObject = schema['type'] === 'object' && 'properties' in schema && !('additionalProperties' in schema);
      return isObject ? { ...schema, additionalProperties: false } : schema;
    }),
  ) as Record<string, unknown>;
}
