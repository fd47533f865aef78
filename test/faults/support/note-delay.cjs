/** Loaded before the service: writes the delay of its event loop in milliseconds to the file HREV_TEST_DELAYS, once a second. */
const { writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const file = process.env.HREV_TEST_DELAYS;
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const milliseconds = (nanoseconds) => Math.round(nanoseconds / 1e5) / 10;
  setInterval(() => {
    const [median, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map(milliseconds);
    writeFileSync(file, JSON.stringify({ median, p99, max }));
  }, 1_000).unref();
}
