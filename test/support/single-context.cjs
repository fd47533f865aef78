/**
 * A Jest environment that runs every test file with the globals of its worker process, so that libraries are loaded once per
 * worker (`loaded-once.cjs`). Jest's own environment gives each file new globals: a library that is loaded outside of them
 * throws errors that are not instances of the file's `Error`.
 *
 * The product and the tools of the tests are loaded once per worker too (`project-loader.cjs`); only the test files are evaluated
 * each time. Environment variables are restored at the end of a file.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');
const { installProjectLoader } = require('./project-loader.cjs');

/** Jest compiles each module in the context of the environment. This value selects the context of the worker. */
const WORKER_CONTEXT = {};
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) =>
  compileFunction(
    code,
    parameters,
    options?.parsingContext === WORKER_CONTEXT ? { ...options, parsingContext: undefined } : options,
  );

/** The test file whose work runs: work that a file leaves unfinished continues while later files of the worker run. */
const currentFile = new AsyncLocalStorage();

/** Fake timers for the work of one file. The work of earlier files gets real ones: `jest.getTimerCount()` would count its timers. */
class FakeTimersOfFile extends ModernFakeTimers {
  real = { setTimeout, setInterval };

  useFakeTimers(config) {
    super.useFakeTimers(config);
    const file = currentFile.getStore();
    for (const [name, real] of Object.entries(this.real)) {
      const fake = globalThis[name];
      globalThis[name] = (...args) => (currentFile.getStore() === file ? fake : real)(...args);
    }
  }

  useRealTimers() {
    super.useRealTimers();
    Object.assign(globalThis, this.real);
  }
}

module.exports = class SingleContext extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    currentFile.enterWith(context.testPath);
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    // Behind a proxy, because fake timers of the own global object also replace `node:timers/promises`.
    this.fakeTimersModern = new FakeTimersOfFile({ config: config.projectConfig, global: new Proxy(globalThis, {}) });
    this.variables = { ...process.env };
    installProjectLoader();
    globalThis.requireOnce = require;
  }

  getVmContext() {
    return WORKER_CONTEXT;
  }

  async teardown() {
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    await super.teardown();
  }
};

module.exports.currentFile = currentFile;
