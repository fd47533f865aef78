import { AppError } from '@libs/kernel';
import { plainToInstance, type ClassTransformOptions } from 'class-transformer';
import { validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import { fieldsOf, type FieldClass } from './input-fields';

/** Creates instances of input classes with class-transformer, checks them with class-validator, and formats the errors. */

const TRANSFORM_OPTIONS: ClassTransformOptions = { enableImplicitConversion: false, exposeUnsetFields: false };
const VALIDATOR_OPTIONS: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true };

const MAX_REPORTED = 5;

/**
 * Returns an instance of `type` filled from `plain`, whose values have the shapes that the class expects. Throws 422 with the first
 * five errors. `path` is the path of the object in the input; empty for the whole input.
 */
export function readInstance<T extends object>(type: FieldClass<T>, plain: object, path: string): T {
  const instance = fillInstance(type, plain);
  // class-validator treats an instance of a class without fields as unknown and would refuse even an empty object.
  const errors = validateSync(instance, { ...VALIDATOR_OPTIONS, forbidUnknownValues: fieldsOf(type).size > 0 });
  if (errors.length > 0) throw new AppError('validation_error', problems(errors, path));
  return instance;
}

/** Fills an instance without checking it. */
export function fillInstance<T extends object>(type: FieldClass<T>, plain: object): T {
  return plainToInstance(type, plain, TRANSFORM_OPTIONS);
}

function problems(errors: readonly ValidationError[], path: string): string {
  const reported = inFieldOrder(errors).slice(0, MAX_REPORTED);
  return reported.map((error) => problem(error, path)).join('; ');
}

/** Errors in the order of the declared fields, those of a base class first; unknown fields come last. */
function inFieldOrder(errors: readonly ValidationError[]): readonly ValidationError[] {
  const type = errors[0]?.target?.constructor;
  const names = type ? [...fieldsOf(type).keys()] : [];
  const rank = (error: ValidationError): number =>
    isUnknownField(error) ? names.length : names.indexOf(error.property);
  return errors.toSorted((a, b) => rank(a) - rank(b));
}

const isUnknownField = (error: ValidationError): boolean => error.constraints?.['whitelistValidation'] !== undefined;

/** The error of a field, or all errors of its object. For a list, only the first item with an error is reported. */
function problem(error: ValidationError, path: string): string {
  const prefix = path === '' ? '' : `${path}.`;
  if (isUnknownField(error)) return `${prefix}${String(error.value)}: is not a known field`;
  const fieldPath = `${prefix}${error.property}`;
  if (!Array.isArray(error.value)) return ownProblem(error, fieldPath);
  const [item] = error.constraints ? [] : (error.children ?? []);
  return item ? ownProblem(item, `${fieldPath}[${item.property}]`) : ownProblem(error, fieldPath);
}

function ownProblem({ constraints, children = [] }: ValidationError, fieldPath: string): string {
  return constraints ? `${fieldPath}${Object.values(constraints)[0]}` : problems(children, fieldPath);
}
