import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { notFound } from '@libs/kernel';
import { ApiParam } from '@nestjs/swagger';
import { invalid, unreadable } from './input-fields';
import type { KeyedRequest } from './request-facts';

/** An id in the path: decimal digits, 1 to 2^53-1; otherwise 422 (contract §1.2). */
function readPathId(text: string, name: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(id)) return id;
  throw invalid(name, `must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`);
}

const PathId = createParamDecorator((name: string, context: ExecutionContext): number => {
  const request = context.switchToHttp().getRequest<KeyedRequest>();
  if (request.brokenPath) throw unreadable('The path has broken percent-encoding');
  return readPathId(String(request.params[name] ?? ''), name);
});

const PathSlug = createParamDecorator((name: string, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<KeyedRequest>();
  if (request.brokenPath) throw unreadable('The path has broken percent-encoding');
  const slug = String(request.params[name] ?? '');
  if (!SLUG.test(slug)) throw notFound();
  return slug;
});

const SLUG = /^[a-z0-9-]{1,64}$/;

/** `@SlugParam('slug') slug: string`: a machine name in the path; 404 for a text that is none. */
export function SlugParam(name: string): ParameterDecorator {
  return (target, property, index) => {
    PathSlug(name)(target, property, index);
    if (property === undefined) return;
    const method = Object.getOwnPropertyDescriptor(target, property);
    const schema = { type: 'string', pattern: SLUG.source } as const;
    const description = 'Machine name of a platform.';
    if (method) ApiParam({ name, description, required: true, schema, example: 'google' })(target, property, method);
  };
}

/** `@IdParam('group_id') groupId: number`: reads, checks and documents an id in the path. */
export function IdParam(name: string, description = `Id, a whole number from 1 to 2^53-1.`): ParameterDecorator {
  const schema = { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
  return (target, property, index) => {
    PathId(name)(target, property, index);
    if (property === undefined) return;
    const method = Object.getOwnPropertyDescriptor(target, property);
    if (method) ApiParam({ name, description, required: true, schema, example: 1 })(target, property, method);
  };
}

const NAME = /^[a-z0-9][a-z0-9-]{0,99}$/;

const PathName = createParamDecorator((name: string, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<KeyedRequest>();
  if (request.brokenPath) throw unreadable('The path has broken percent-encoding');
  const text = String(request.params[name] ?? '');
  if (NAME.test(text)) return text;
  throw invalid(name, 'must have lower-case letters, digits and hyphens only');
});

/** `@NameParam('slug', …) slug: string`: reads, checks and documents a name in the path. */
export function NameParam(name: string, description: string, example: string): ParameterDecorator {
  const schema = { type: 'string', pattern: NAME.source } as const;
  return (target, property, index) => {
    PathName(name)(target, property, index);
    if (property === undefined) return;
    const method = Object.getOwnPropertyDescriptor(target, property);
    if (method) ApiParam({ name, description, required: true, schema, example })(target, property, method);
  };
}
