import { Shown, type ShownOptions, type ShownType } from './shown';

interface ScalarTypes extends Record<ShownType, unknown> {
  integer: number;
  number: number;
  string: string;
  boolean: boolean;
  date: string;
  'date-time': string;
  'local-date-time': string;
  object: object;
}

type Typed<T> = T extends ShownType ? ScalarTypes[T] : T extends () => new () => infer Instance ? Instance : never;

type Single<Options extends ShownOptions> = Options extends { readonly mapOf: infer Entry }
  ? Readonly<Partial<Record<string, Typed<Entry>>>>
  : Options extends { readonly values: readonly (infer Value)[] }
    ? Value
    : Typed<Options['type']>;

type Listed<Options extends ShownOptions> = Options extends { readonly list: true }
  ? readonly Single<Options>[]
  : Single<Options>;

type FieldType<Options extends ShownOptions> = Options extends { readonly nullable: true }
  ? Listed<Options> | null
  : Listed<Options>;

type Fields = Readonly<Record<string, ShownOptions>>;

type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly optional: true } ? Name : never;
}[keyof F];

type ShapeOf<F extends Fields> = {
  readonly [Name in Exclude<keyof F, OptionalNames<F>>]: FieldType<F[Name]>;
} & { readonly [Name in OptionalNames<F>]?: FieldType<F[Name]> };

/**
 * A class with these fields, to extend: `class Thing extends Shape({ id: { type: 'integer', description: 'Id.' } }) {}`. Each field is
 * stated once: its type in TypeScript follows from the options with which `Shown` documents it. The fields follow those of `base`.
 */
export function Shape<const F extends Fields, Base extends object = object>(
  fields: F,
  base?: abstract new () => Base,
): new () => Base & ShapeOf<F> {
  const parent = (base ?? Object) as new () => object;
  class Shaped extends parent {}
  for (const [name, options] of Object.entries<ShownOptions>(fields)) {
    // The compiler emits the type of declared fields alone; the OpenAPI document needs that of nested objects.
    if (typeof options.type === 'function')
      Reflect.defineMetadata('design:type', options.type(), Shaped.prototype, name);
    Shown(options)(Shaped.prototype, name);
  }
  return Shaped as new () => Base & ShapeOf<F>;
}
