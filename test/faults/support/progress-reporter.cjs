/** Prints each result at once: a file of this suite takes minutes, and Jest prints results only at the end of a file. */
class ProgressReporter {
  onTestCaseResult(_test, result) {
    if (result.status === 'pending') return;
    const seconds = ((result.duration ?? 0) / 1000).toFixed(1);
    process.stderr.write(`${result.status === 'passed' ? 'ok  ' : 'FAIL'} ${result.fullName} (${seconds} s)\n`);
    for (const message of result.failureMessages ?? [])
      process.stderr.write(`     ${message.split('\n').slice(0, 25).join('\n     ')}\n`);
  }
}
module.exports = ProgressReporter;
