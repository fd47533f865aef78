import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** The response for a name: addresses (`turns` has one list per query, and the last list repeats), a failure, or no response. */
export type DnsAnswer =
  | readonly string[]
  | { readonly turns: readonly (readonly string[])[] }
  | 'NXDOMAIN'
  | 'SERVFAIL'
  | 'silence';

export interface LocalDns {
  readonly server: string;
  readonly questions: readonly string[];
  /** Delay of each response. */
  delayMs: number;
  /** Delay of responses to this kind of query, instead of `delayMs`. */
  delay(kind: 'A' | 'AAAA', delayMs: number): void;
  set(name: string, answer: DnsAnswer): void;
  /** Stops answering queries of this kind. */
  ignore(kind: 'A' | 'AAAA'): void;
  stop(): Promise<void>;
}

const A = 1;
const AAAA = 28;
const RCODE = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const;

/** A DNS server on loopback that answers A and AAAA queries, and NXDOMAIN for unknown names. */
export async function startLocalDns(): Promise<LocalDns> {
  const socket = createSocket('udp4');
  const zone = new Map<string, DnsAnswer>();
  const queryCounts = new Map<string, number>();
  const questions: string[] = [];
  const ignored = new Set<string>();
  const delays = new Map<string, number>();
  let stopped = false;
  const dns: { delayMs: number } = { delayMs: 0 };
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query);
    const kind = type === A ? 'A' : 'AAAA';
    questions.push(`${name}/${kind}`);
    const answer = zone.get(name) ?? 'NXDOMAIN';
    if (answer === 'silence' || ignored.has(kind)) return;
    const turn = queryCounts.get(`${name}/${type}`) ?? 0;
    queryCounts.set(`${name}/${type}`, turn + 1);
    const reply = encode(query, end, type, addressesOf(answer, turn), answer);
    setTimeout(
      () => {
        if (!stopped) socket.send(reply, peer.port, peer.address, () => undefined);
      },
      delays.get(kind) ?? dns.delayMs,
    ).unref();
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return Object.assign(dns, {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
    set: (name: string, answer: DnsAnswer) => void zone.set(name, answer),
    delay: (kind: 'A' | 'AAAA', delayMs: number) => void delays.set(kind, delayMs),
    ignore: (kind: 'A' | 'AAAA') => void ignored.add(kind),
    stop: () => {
      stopped = true;
      return new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  });
}

function addressesOf(answer: DnsAnswer, turn: number): readonly string[] {
  if (typeof answer === 'string') return [];
  if (!('turns' in answer)) return answer;
  return answer.turns[Math.min(turn, answer.turns.length - 1)] ?? [];
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function encode(query: Buffer, end: number, type: number, addresses: readonly string[], answer: DnsAnswer): Buffer {
  const records = addresses
    .filter((address) => address.includes(':') === (type === AAAA))
    .map((address) => record(type, bytesOf(address)));
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(
    0x8180 | (typeof answer === 'string' && answer !== 'silence' ? RCODE[answer] : RCODE.NOERROR),
    2,
  );
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** IPv4 in dots, IPv6 as the URL parser spells it. */
function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [left = '', right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const head = groups(left);
  const tail = groups(right ?? '');
  const middle = right === undefined ? [] : new Array<number>(8 - head.length - tail.length).fill(0);
  const bytes = Buffer.alloc(16);
  [...head, ...middle, ...tail].forEach((group, index) => bytes.writeUInt16BE(group, index * 2));
  return bytes;
}
