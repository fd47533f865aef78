/**
 * The parsing and checking of requests, and the responses, in every version of the API (contract §1, §7, §9). Controllers declare
 * their routes with `Endpoint`, and their input and output with the decorators of this library.
 */
export * from './api-version';
export * from './body-fields';
export { announceDeprecation, type Deprecation } from './deprecation';
export * from './endpoint';
export { routeOf, sendError } from './error.filter';
export { createHttpApp, handleBeforeRouting, keyedRouteOf, noteKeyedRoute, onFinishedRequest } from './http-app';
export { OVERDUE_RESPONSES, purgeResponses } from './idempotency.store';
export * from './id-param';
export { Input, invalid, refuseEmpty, type InputField } from './input-fields';
export { inProcessFetch, type Origin } from './in-process-fetch';
export * from './input-of';
export { buildDocument, buildDocuments } from './openapi/build-documents';
export { StaticBytes } from './openapi/static-bytes';
export { StaticFolder } from './static-folder';
export * from './page-parameters';
export * from './presenter';
export * from './query-fields';
export * from './api-request';
export * from './send-chunks';
export * from './send-json';
export * from './session-needs';
export { Shape } from './shape';
export { HTTP_ENTITIES } from './entities';
