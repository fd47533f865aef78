import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { fieldsOf, unreadable, type FieldClass } from './input-fields';
import { NO_BODY } from './json-body';
import { parseQueryString, readQuery, type QueryValues } from './query-string';
import { readObject } from './read-object';

/** The global pipe: creates instances of the classes of `@Query()` and `@Body()` parameters. Other parameters are unchanged. */
@Injectable()
export class ReadInputPipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const type = metadata.metatype as FieldClass | undefined;
    if (type === undefined || metadata.data !== undefined) return value;
    if (metadata.type === 'query') return readQuery(type, (value as QueryValues | undefined) ?? parseQueryString(''));
    if (metadata.type === 'body') return readBody(type, value);
    return value;
  }
}

/** A missing body is `{}` if all fields are optional, and 400 otherwise. */
function readBody(type: FieldClass, value: unknown): object {
  if (value !== NO_BODY && value !== undefined) return readObject(type, value, '');
  if ([...fieldsOf(type).values()].some((field) => field.required))
    throw unreadable('A JSON object is required as the body');
  return readObject(type, {}, '');
}
