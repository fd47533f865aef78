import { AppError } from '@libs/kernel';
import { plainToInstance, type ClassTransformOptions } from 'class-transformer';
import { validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import { fieldsOf, type FieldClass } from './input-fields';

/** Fills a class through class-transformer, judges it by class-validator, and says what is wrong in our words. */

const READING: ClassTransformOptions = { enableImplicitConversion: false, exposeUnsetFields: false };
const JUDGING: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true };

const MAX_REPORTED = 5;

/**
 * An instance of `type` filled from `plain`, which holds no shapes that the class does not expect. What is wrong with it
 * is reported together (the first five), so that a caller mends a request once. `path` is empty for the whole input.
 */
export function readInstance<T extends object>(type: FieldClass<T>, plain: object, path: string): T {
  const instance = fillInstance(type, plain);
  // A class without fields accepts nothing; the library would call it unknown and refuse even an empty object.
  const errors = validateSync(instance, { ...JUDGING, forbidUnknownValues: fieldsOf(type).size > 0 });
  if (errors.length > 0) throw new AppError('validation_error', problems(errors, path));
  return instance;
}

/** The same, not judged yet. */
export function fillInstance<T extends object>(type: FieldClass<T>, plain: object): T {
  return plainToInstance(type, plain, READING);
}

function problems(errors: readonly ValidationError[], path: string): string {
  const reported = inOrder(errors).slice(0, MAX_REPORTED);
  return reported.map((error) => problem(error, path)).join('; ');
}

/** Fields as their class declares them, those of a base first, then what the class does not know. */
function inOrder(errors: readonly ValidationError[]): readonly ValidationError[] {
  const type = errors[0]?.target?.constructor;
  const names = type ? [...fieldsOf(type).keys()] : [];
  const place = (error: ValidationError): number => (isStranger(error) ? names.length : names.indexOf(error.property));
  return errors.toSorted((a, b) => place(a) - place(b));
}

const isStranger = (error: ValidationError): boolean => error.constraints?.['whitelistValidation'] !== undefined;

/** One field's problem, or all of the object in it; of a list the first item that has any. */
function problem(error: ValidationError, path: string): string {
  const below = path === '' ? '' : `${path}.`;
  if (isStranger(error)) return `${below}${String(error.value)}: is not a known field`;
  const here = `${below}${error.property}`;
  if (!Array.isArray(error.value)) return ownProblem(error, here);
  const [item] = error.constraints ? [] : (error.children ?? []);
  return item ? ownProblem(item, `${here}[${item.property}]`) : ownProblem(error, here);
}

function ownProblem({ constraints, children = [] }: ValidationError, here: string): string {
  return constraints ? `${here}${Object.values(constraints)[0]}` : problems(children, here);
}
