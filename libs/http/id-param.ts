import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { notFound } from '@libs/kernel';
import { ApiParam, type ApiParamOptions } from '@nestjs/swagger';
import { invalid, unreadable } from './input-fields';
import type { ApiRequest } from './api-request';

const SLUG = /^[a-z0-9-]{1,64}$/;
const NAME = /^[a-z0-9][a-z0-9-]{0,99}$/;

/** A decorator for a parameter of the path. `read` converts its text; 400 for broken percent-encoding anywhere in the path. */
function pathParam<T>(read: (text: string, name: string) => T): (name: string) => ParameterDecorator {
  return createParamDecorator((name: string, context: ExecutionContext): T => {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (request.brokenPath) throw unreadable('The path has broken percent-encoding');
    return read(String(request.params[name] ?? ''), name);
  });
}

/** An id: decimal digits, 1 to 2^53-1; otherwise 422 (contract §1.2). */
const PathId = pathParam((text, name): number => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(id)) return id;
  throw invalid(name, `must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`);
});

const PathSlug = pathParam((text): string => {
  if (SLUG.test(text)) return text;
  throw notFound();
});

const PathName = pathParam((text, name): string => {
  if (NAME.test(text)) return text;
  throw invalid(name, 'must have lower-case letters, digits and hyphens only');
});

const PathToken = pathParam((text): string => text);

/** `@IdParam('group_id') groupId: number`: reads, checks and documents an id in the path. */
export function IdParam(name: string, description = `Id, a whole number from 1 to 2^53-1.`): ParameterDecorator {
  const schema = { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
  return documented(PathId(name), { name, description, schema, example: 1 });
}

/** `@SlugParam('slug') slug: string`: a machine name in the path; 404 for a text that is none. */
export function SlugParam(name: string, description = 'Machine name of a platform.'): ParameterDecorator {
  return documented(PathSlug(name), {
    name,
    description,
    schema: { type: 'string', pattern: SLUG.source },
    example: 'google',
  });
}

/** `@NameParam('slug', …) slug: string`: reads, checks and documents a name in the path. */
export function NameParam(name: string, description: string, example: string): ParameterDecorator {
  return documented(PathName(name), { name, description, schema: { type: 'string', pattern: NAME.source }, example });
}

/** `@TokenParam('token', …) token: string`: documents a token in the path. The handler checks it, and answers 404 for a text that is none. */
export function TokenParam(name: string, description: string): ParameterDecorator {
  return documented(PathToken(name), {
    name,
    description,
    schema: { type: 'string' },
    example: 'a-token-of-an-embed',
  });
}

/** Applies a decorator to a parameter of a handler, and documents the parameter. */
function documented(parameter: ParameterDecorator, documentation: ApiParamOptions): ParameterDecorator {
  return (target, property, index) => {
    parameter(target, property, index);
    if (property === undefined) return;
    const method = Object.getOwnPropertyDescriptor(target, property);
    if (method) ApiParam(documentation)(target, property, method);
  };
}
