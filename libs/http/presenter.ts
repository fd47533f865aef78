import type { Type } from '@nestjs/common';

/** Converts a `From` to its response in one version of the API. */
export interface Presenter<From> {
  /** Class that documents the response. */
  readonly shape: Type<object>;
  /** Returns an object of that class. */
  readonly present: (from: From) => object;
}

/** Creates a presenter. The compiler checks that `present` returns what the class documents. */
export function presenter<From, Shape extends object>(
  shape: Type<Shape>,
  present: (from: From) => Shape,
): Presenter<From> {
  return { shape, present };
}
