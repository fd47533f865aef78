import { Body, Query, type Type } from '@nestjs/common';

const PARAMETER_TYPES = 'design:paramtypes';

/** `@Body()` with the class as an argument, for routes that several controllers inherit with different body classes. */
export const BodyOf = (type: Type<object>): ParameterDecorator => withType(Body(), type);

/** `@Query()` with the class as an argument; see `BodyOf`. */
export const QueryOf = (type: Type<object>): ParameterDecorator => withType(Query(), type);

/** Replaces the parameter type in the metadata, where the compiler writes `Object`. Pipes and the OpenAPI generator read it. */
function withType(read: ParameterDecorator, type: Type<object>): ParameterDecorator {
  return (target, property = '', index) => {
    read(target, property, index);
    const types = [...(Reflect.getOwnMetadata(PARAMETER_TYPES, target, property) as readonly unknown[])];
    types[index] = type;
    Reflect.defineMetadata(PARAMETER_TYPES, types, target, property);
  };
}
