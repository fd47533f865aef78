import { Body, Query, type Type } from '@nestjs/common';

const PARAMETER_TYPES = 'design:paramtypes';

/** `@Body()` whose class is a value: for routes that several controllers inherit, each with a body of its own. */
export const BodyOf = (type: Type<object>): ParameterDecorator => withType(Body(), type);

/** `@Query()` whose class is a value, as in `BodyOf`. */
export const QueryOf = (type: Type<object>): ParameterDecorator => withType(Query(), type);

/** The compiler records a type parameter as `Object`; this replaces the record, which pipes and the OpenAPI document read. */
function withType(read: ParameterDecorator, type: Type<object>): ParameterDecorator {
  return (target, property = '', index) => {
    read(target, property, index);
    const types = [...(Reflect.getOwnMetadata(PARAMETER_TYPES, target, property) as readonly unknown[])];
    types[index] = type;
    Reflect.defineMetadata(PARAMETER_TYPES, types, target, property);
  };
}
