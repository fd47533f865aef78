/**
 * Runs a test file with jest-circus, which is loaded once per worker. Jest evaluates it again for each file, in globals that the
 * file has for itself. Here all files of a worker share their globals (`single-context.cjs`), so what each copy leaves there would
 * stay: five event handlers, which receive the events of all later files, and one `AsyncLocalStorage`, which makes every promise
 * slower. After 94 files three promises took 79 µs instead of 3.
 */
const { default: runCircus } = require('jest-circus/runner');

/** The list of jest-circus, which all its copies share. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
/** Description of the symbol under which each copy of jest-circus keeps the tests of the current file. */
const STATE = 'JEST_STATE_SYMBOL';

/** The initializer of jest-circus, and the key of its state, after the first file. */
let loaded = null;

module.exports = async function runFile(globalConfig, config, environment, runtime, ...rest) {
  // The runner calls this method once, for the initializer.
  runtime.requireInternalModule = (file) => (loaded ??= load(file)).initializer;
  const kept = globalThis[EVENT_HANDLERS]?.length;
  if (loaded !== null) globalThis[loaded.stateKey] = newState();
  try {
    return await runCircus(globalConfig, config, environment, runtime, ...rest);
  } finally {
    globalThis[EVENT_HANDLERS].length = kept ?? loaded.handlers;
  }
};

function load(file) {
  const initializer = require(file);
  const stateKey = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === STATE);
  return { initializer, stateKey, handlers: globalThis[EVENT_HANDLERS].length };
}

/** A state without tests. The initializer does not export the function that creates one; the package itself does. */
function newState() {
  const { getState, resetState } = require('jest-circus');
  resetState();
  return getState();
}
