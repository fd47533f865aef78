// Jest has no timeout per project, so each test file sets it. The timeout ends tests that hang and measures nothing: it is far
// above what the slowest machine needs, so tests set no shorter one. `npm run bench` measures durations, and
// test/support/growth.ts measures how a cost grows.
jest.setTimeout(180_000);
