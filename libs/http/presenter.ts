import type { Type } from '@nestjs/common';

/** How one version of the interface shows a `From`. */
export interface Presenter<From> {
  /** Class that documents the shape. */
  readonly shape: Type<object>;
  /** Returns an object of that shape. */
  readonly present: (from: From) => object;
}

/** A presenter whose function returns what its class documents; the compiler checks that. */
export function presenter<From, Shape extends object>(
  shape: Type<Shape>,
  present: (from: From) => Shape,
): Presenter<From> {
  return { shape, present };
}
