// The queue of every process that this test file starts is in the Redis of the run.
process.env.REDIS_URL = process.env.HREV_TEST_REDIS;
