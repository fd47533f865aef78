/** Reads a stream of the manifest as Airbyte does, as far as the manifest needs it. */
import type { Component } from './airbyte-manifest';

export type Row = Readonly<Record<string, unknown>>;

interface Option {
  readonly field_name: string;
}
interface Retriever {
  readonly requester: { readonly path: string; readonly request_parameters?: Readonly<Record<string, string>> };
  readonly record_selector: { readonly extractor: { readonly field_path: readonly string[] } };
  readonly paginator?: Paginator;
  readonly partition_router?: { readonly parent_stream_configs: readonly [Parent] };
}
interface Paginator {
  readonly page_token_option: Option;
  readonly page_size_option?: Option;
  readonly pagination_strategy: Component & { readonly page_size?: number };
}
interface Parent {
  readonly stream: Component;
  readonly parent_key: string;
  readonly request_option: Option;
}

/** Sends a request with a query, and returns the body of its response. */
export type Get = (path: string, query: Readonly<Record<string, string>>) => Promise<Row>;

/** All records of a stream. `since` is the state of an incremental one. */
export async function recordsOf(stream: Component, get: Get, since?: string): Promise<readonly Row[]> {
  const retriever = stream['retriever'] as Retriever;
  const start = (stream['incremental_sync'] as { readonly start_time_option: Option } | undefined)?.start_time_option;
  const query = {
    ...retriever.requester.request_parameters,
    ...(start === undefined || since === undefined ? {} : { [start.field_name]: since }),
  };
  const [parent] = retriever.partition_router?.parent_stream_configs ?? [];
  if (parent === undefined) return pagesOf(retriever, get, query);
  const records: Row[] = [];
  for (const row of await recordsOf(parent.stream, get)) {
    const partition = { [parent.request_option.field_name]: String(row[parent.parent_key]) };
    records.push(...(await pagesOf(retriever, get, { ...query, ...partition })));
  }
  return records;
}

async function pagesOf(
  retriever: Retriever,
  get: Get,
  query: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  const { requester, record_selector: selector, paginator } = retriever;
  const records: Row[] = [];
  let token = paginator?.pagination_strategy.type === 'OffsetIncrement' ? '0' : null;
  for (;;) {
    const size = paginator?.pagination_strategy.page_size;
    const body = await get(requester.path, {
      ...query,
      ...(paginator?.page_size_option === undefined ? {} : { [paginator.page_size_option.field_name]: String(size) }),
      ...(paginator === undefined || token === null ? {} : { [paginator.page_token_option.field_name]: token }),
    });
    const page = selector.extractor.field_path.reduce<unknown>((part, name) => (part as Row)[name], body) as Row[];
    records.push(...page);
    token = nextToken(paginator, body, page.length, records.length);
    if (token === null) return records;
  }
}

/** Evaluates the two expressions of the cursor, which are look-ups in the response. */
function nextToken(paginator: Paginator | undefined, body: Row, count: number, total: number): string | null {
  if (paginator === undefined) return null;
  const { pagination_strategy: strategy } = paginator;
  if (strategy.type === 'OffsetIncrement') return count < (strategy.page_size ?? 0) ? null : String(total);
  const [, isNot, stop = ''] =
    /^\{\{ (not )?response\.get\('(\w+)'\) \}\}$/.exec(String(strategy['stop_condition'])) ?? [];
  const [, cursor = ''] = /^\{\{ response\.get\('(\w+)'\) \}\}$/.exec(String(strategy['cursor_value'])) ?? [];
  const isEnd = isNot === undefined ? Boolean(body[stop]) : !body[stop];
  return isEnd ? null : String(body[cursor]);
}
