/**
 * Clients that send the same request again without waiting, in a process of their own, so that they do not slow the clock of the test.
 * Started by `InsistentClients` with one argument: JSON of `Options`. After a message of its parent it stops, and sends the number of
 * answers by status.
 */
const { connect } = require('node:net');

const { port, key, method, path, bodyBytes, connections, sentAhead, isReused } = JSON.parse(process.argv[2]);
const STATUS = /HTTP\/1\.1 (\d{3})/g;
const REQUEST = Buffer.from(
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-API-Key: ${key}`,
    `Connection: ${isReused ? 'keep-alive' : 'close'}`,
    ...(bodyBytes > 0 ? ['Content-Type: application/json', `Content-Length: ${bodyBytes}`] : []),
    '',
    ' '.repeat(bodyBytes),
  ].join('\r\n'),
);
const answers = {};
const count = (status) => (answers[status] = (answers[status] ?? 0) + 1);
let isOn = true;

function client() {
  if (!isOn) return;
  const socket = connect(port, '127.0.0.1', () => {
    for (let nth = 0; nth < sentAhead; nth += 1) socket.write(REQUEST);
  });
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    for (const [, status] of chunk.toString('latin1').matchAll(STATUS)) {
      count(status);
      if (isReused && isOn) socket.write(REQUEST);
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => setImmediate(client));
}

for (let number = 0; number < connections; number += 1) client();
process.on('message', () => {
  isOn = false;
  process.send(answers, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
process.send('started');
