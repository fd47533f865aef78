import type { ExecutionContext } from '@nestjs/common';
import { fieldsOf, type FieldClass } from './input-fields';

/** The input of a handler: the fields of the input classes of its parameters. */
export interface HandlerInputs {
  /** Names of its query parameters. */
  readonly query: ReadonlySet<string>;
  readonly takesBody: boolean;
}

const inputsByHandler = new WeakMap<object, HandlerInputs>();

/** The inputs of the handler of a request, from the parameter types that TypeScript emits for decorated methods. */
export function inputsOf(context: ExecutionContext): HandlerInputs {
  const handler = context.getHandler();
  const inputs = inputsByHandler.get(handler) ?? readInputs(context.getClass().prototype as object, handler.name);
  inputsByHandler.set(handler, inputs);
  return inputs;
}

function readInputs(prototype: object, method: string): HandlerInputs {
  const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as FieldClass[];
  const fields = types.flatMap((type) => [...fieldsOf(type)]);
  return {
    query: new Set(fields.flatMap(([name, { source }]) => (source === 'query' ? [name] : []))),
    takesBody: fields.some(([, { source }]) => source === 'body'),
  };
}
