// Jest has no timeout per project, so each test file sets it. The timeout only ends tests that hang: it is far longer than the
// slowest machine needs. Tests do not set a shorter one. `npm run bench` measures durations, and test/support/growth.ts measures
// how a cost grows.
jest.setTimeout(600_000);
