/**
 * Lets the conformance suite of the Model Context Protocol start on Node 20, with `--import`. The suite names `globSync` of `fs`, which Node has
 * from version 22 on, and uses it for a command that the tests do not run.
 */
import fs from 'node:fs';
import { register } from 'node:module';

const asModule = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
const FS = asModule(`export * from 'node:fs';
export const globSync = () => { throw new Error('this version of Node has no globSync'); };`);
const HOOKS = asModule(`export function resolve(specifier, context, next) {
  const isOfSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  return specifier === 'fs' && isOfSuite ? { url: ${JSON.stringify(FS)}, shortCircuit: true } : next(specifier, context);
}`);

if (!('globSync' in fs)) register(HOOKS);
