import hooks from 'node:async_hooks';
import { inspect } from 'node:util';

/**
 * Preloaded by test/run.ts, before anything loads node:test. To know which test an uncaught error belongs to, Node's test runner follows every promise with
 * an asynchronous hook, which takes a fifth of the processor time of a process of tests. Here it follows timers and connections only. An uncaught error
 * still fails the run and is printed with its stack; a run of that file alone, without this module, names the test.
 */
const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: callbacks.promiseResolve !== undefined });

const print = (error: unknown) => void process.stderr.write(`${inspect(error)}\n`);
process.on('uncaughtExceptionMonitor', print);
process.on('unhandledRejection', (reason) => {
  print(reason);
  process.exitCode = 1;
});
