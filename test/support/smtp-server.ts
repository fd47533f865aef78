/**
 * A small real mail server on loopback (RFC 5321 with AUTH PLAIN as its only extension). It accepts mail, except for the refusals
 * that a test sets. It is strict against smuggling: a command is one line, and only a line with a single dot ends the data.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly recipients: readonly string[];
  /** Head and content as received, with dot-stuffing removed. */
  readonly raw: string;
}

/**
 * Responses that replace acceptance, by the first word of the command (`RCPT`, `MAIL`, `DATA`, `AUTH`, or `.` for the end of
 * data).
 */
export type Refusals = Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'AUTH' | '.', string>>;

export interface SmtpServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Every command line, without the data. */
  readonly commands: string[];
  /** May be changed while it runs. */
  refusals: Refusals;
  connections(): number;
  stop(): Promise<void>;
}

interface Session {
  from: string;
  recipients: string[];
  data: string[] | null;
}

export async function startSmtp(port = 0): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    serve(socket, state);
  });
  const state: SmtpServer = {
    port: 0,
    mails: [],
    commands: [],
    refusals: {},
    connections: () => accepted,
    stop: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return Object.assign(state, { port: (server.address() as AddressInfo).port });
}

function serve(socket: Socket, state: SmtpServer): void {
  const session: Session = { from: '', recipients: [], data: null };
  const sendLine = (line: string): void => void (socket.destroyed || socket.write(`${line}\r\n`));
  let rest = '';
  sendLine(state.refusals.greeting ?? '220 test ESMTP');
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const answer = session.data === null ? command(line, session, state) : dataLine(line, session, state);
      if (answer !== null) sendLine(answer);
      if (answer?.startsWith('221')) socket.end();
    }
  });
}

function command(line: string, session: Session, state: SmtpServer): string {
  state.commands.push(line);
  const verb = (line.split(' ')[0] ?? '').toUpperCase();
  const refusal = state.refusals[verb as keyof Refusals];
  if (refusal !== undefined) return refusal;
  switch (verb) {
    case 'EHLO':
      return '250-test\r\n250 AUTH PLAIN';
    case 'HELO':
    case 'RSET':
      return '250 OK';
    case 'AUTH':
      return '235 Accepted';
    case 'MAIL':
      Object.assign(session, { from: addressIn(line), recipients: [] });
      return '250 OK';
    case 'RCPT':
      session.recipients.push(addressIn(line));
      return '250 OK';
    case 'DATA':
      session.data = [];
      return '354 Go ahead';
    case 'QUIT':
      return '221 Bye';
    default:
      return '500 Unknown command';
  }
}

function dataLine(line: string, session: Session, state: SmtpServer): string | null {
  if (line !== '.') {
    session.data?.push(line.startsWith('.') ? line.slice(1) : line);
    return null;
  }
  const raw = Buffer.from((session.data ?? []).join('\r\n'), 'latin1').toString('utf8');
  session.data = null;
  const refusal = state.refusals['.'];
  if (refusal !== undefined) return refusal;
  state.mails.push({ from: session.from, recipients: [...session.recipients], raw });
  return '250 Accepted';
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

/** The headers of a mail as name and unfolded value, in order. */
export function headOf({ raw }: ReceivedMail): readonly (readonly [name: string, value: string])[] {
  const [head = ''] = raw.split('\r\n\r\n');
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
}

/** The content of a mail as text, decoded from its transfer encoding. */
export function contentOf(mail: ReceivedMail): string {
  const encoding = headOf(mail).find(([name]) => name === 'content-transfer-encoding')?.[1];
  const content = mail.raw.slice(mail.raw.indexOf('\r\n\r\n') + 4);
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return content;
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
