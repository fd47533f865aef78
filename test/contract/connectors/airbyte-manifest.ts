/** Reads libs/airbyte/manifest.yaml: resolves its references, and checks its components against the table below. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const MANIFEST = path.resolve(__dirname, '../../../libs/airbyte/manifest.yaml');

/** A component of the manifest, with its references resolved. */
export interface Component {
  readonly type: string;
  readonly [name: string]: unknown;
}

export interface Manifest extends Component {
  readonly streams: readonly Component[];
  readonly spec: { readonly connection_specification: object };
}

/**
 * The components that the manifest uses, with the keys that they need, and those that they may have: of the declarative component schema of
 * Airbyte's CDK (6.44), as far as the manifest uses it. The package itself is not among the registries of this project, so the rest of
 * that schema is not checked here.
 */
const COMPONENTS: Readonly<
  Record<string, { readonly needed: readonly string[]; readonly allowed: readonly string[] }>
> = {
  DeclarativeSource: { needed: ['check', 'streams', 'version'], allowed: ['spec', 'definitions'] },
  CheckStream: { needed: ['stream_names'], allowed: [] },
  DeclarativeStream: { needed: ['retriever'], allowed: ['name', 'primary_key', 'schema_loader', 'incremental_sync'] },
  SimpleRetriever: { needed: ['requester', 'record_selector'], allowed: ['paginator', 'partition_router'] },
  HttpRequester: {
    needed: ['url_base'],
    allowed: ['path', 'http_method', 'authenticator', 'error_handler', 'request_parameters'],
  },
  ApiKeyAuthenticator: { needed: [], allowed: ['api_token', 'inject_into'] },
  RequestOption: { needed: ['inject_into'], allowed: ['field_name'] },
  DefaultErrorHandler: { needed: [], allowed: ['max_retries', 'backoff_strategies'] },
  WaitTimeFromHeader: { needed: ['header'], allowed: [] },
  ExponentialBackoffStrategy: { needed: [], allowed: ['factor'] },
  RecordSelector: { needed: ['extractor'], allowed: [] },
  DpathExtractor: { needed: ['field_path'], allowed: [] },
  DefaultPaginator: { needed: ['pagination_strategy'], allowed: ['page_size_option', 'page_token_option'] },
  OffsetIncrement: { needed: [], allowed: ['page_size', 'inject_on_first_request'] },
  CursorPagination: { needed: ['cursor_value'], allowed: ['stop_condition', 'page_size'] },
  SubstreamPartitionRouter: { needed: ['parent_stream_configs'], allowed: [] },
  ParentStreamConfig: { needed: ['parent_key', 'partition_field', 'stream'], allowed: ['request_option'] },
  DatetimeBasedCursor: {
    needed: ['cursor_field', 'datetime_format', 'start_datetime'],
    allowed: ['start_time_option', 'lookback_window'],
  },
  MinMaxDatetime: { needed: ['datetime'], allowed: ['datetime_format'] },
  InlineSchemaLoader: { needed: [], allowed: ['schema'] },
  Spec: { needed: ['connection_specification'], allowed: ['documentation_url'] },
};

/** Texts that are no components, whatever they contain. */
const OPAQUE = new Set(['schema', 'connection_specification', 'request_parameters']);

/** The manifest with its references resolved. Throws for a reference to nothing. */
export function readManifest(text = readFileSync(MANIFEST, 'utf8')): Manifest {
  const source = parse(text) as Readonly<Record<string, unknown>>;
  return resolved(source, source) as Manifest;
}

function resolved(value: unknown, source: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, source));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as { readonly $ref?: string };
  const target = $ref === undefined ? {} : (resolved(targetOf($ref, source), source) as object);
  const parts = Object.entries(own).map(([name, part]) => [name, OPAQUE.has(name) ? part : resolved(part, source)]);
  return { ...target, ...(Object.fromEntries(parts) as object) };
}

function targetOf($ref: string, source: Readonly<Record<string, unknown>>): unknown {
  const target = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], source);
  if (target === undefined) throw new Error(`${$ref} is not in the manifest`);
  return target;
}

/** What is wrong with the components of a manifest, one line each. */
export function faultsOf(component: unknown, place = 'manifest'): readonly string[] {
  if (Array.isArray(component)) return component.flatMap((item, index) => faultsOf(item, `${place}[${index}]`));
  if (typeof component !== 'object' || component === null) return [];
  const { type, ...keys } = component as Component;
  const known = COMPONENTS[type];
  if (known === undefined) return [`${place}: no component ${String(type)}`];
  const names = Object.keys(keys);
  return [
    ...known.needed.filter((name) => !names.includes(name)).map((name) => `${place}: ${type} needs ${name}`),
    ...names
      .filter((name) => !known.needed.includes(name) && !known.allowed.includes(name))
      .map((name) => `${place}: ${type} has no ${name}`),
    ...Object.entries(keys)
      .filter(([name]) => !OPAQUE.has(name) && name !== 'definitions')
      .flatMap(([name, part]) => faultsOf(part, `${place}.${name}`)),
  ];
}
