/** Addresses of the loopback platform. An address contains the form of its list, so the server needs no state. */
export interface ListForm {
  readonly pages: number;
  /** Reviews on a page. */
  readonly size: number;
}

/** Lists that are read over HTTP, as JSON in the form of Steam's interface. */
export const LISTED = { id: 951, slug: 'loopback', host: 'reviews.loopback.example' } as const;
/** Pages that a script renders. The browser reaches them through the product's proxy, at their own address. */
export const RENDERED = { id: 952, slug: 'loopback-rendered', host: '127.0.0.1' } as const;

const PATH = /^\/(lists|rendered|data)\/([\w.-]+)\/(\d+)\/(\d+)$/;

export interface ListAddress extends ListForm {
  readonly kind: 'lists' | 'rendered' | 'data';
  readonly key: string;
}

/** Reads the path of an address; null if it is not one of a list. */
export function readPath(path: string): ListAddress | null {
  const [, kind, key, pages, size] = PATH.exec(path) ?? [];
  if (kind === undefined || key === undefined) return null;
  return { kind: kind as ListAddress['kind'], key, pages: Number(pages), size: Number(size) };
}

/** The path of the list `key`. */
export function listPath(kind: ListAddress['kind'], key: string, { pages, size }: ListForm): string {
  return `/${kind}/${key}/${pages}/${size}`;
}

export const pageOf = (address: string, page: number): string => `${address}?page=${page}`;
