/** The session, the person and the account of a stream. */
export interface StreamHolder {
  readonly sessionId: number;
  readonly personId: number;
  readonly accountId: number;
}

export interface StreamLimits {
  readonly perSession: number;
  /** Of a person in all accounts. */
  readonly perPerson: number;
  readonly perAccount: number;
  readonly perProcess: number;
}

/**
 * The place of a new stream: a free one, that of an open stream which must end for it, or none. A full account gives a person who holds
 * fewer streams the oldest one of the person who holds the most; a full process does the same between accounts. A stream never moves
 * between holders whose numbers differ by one, so they do not end the streams of each other in turn. `open` is in the order of opening.
 */
export function placeFor<Stream extends StreamHolder>(
  wanted: StreamHolder,
  open: readonly Stream[],
  limits: StreamLimits,
): 'free' | 'none' | Stream {
  const ofSession = open.filter(({ sessionId }) => sessionId === wanted.sessionId);
  const ofPerson = open.filter(({ personId }) => personId === wanted.personId);
  if (ofSession.length >= limits.perSession || ofPerson.length >= limits.perPerson) return 'none';
  const ofAccount = open.filter(({ accountId }) => accountId === wanted.accountId);
  if (ofAccount.length >= limits.perAccount) return replaced(wanted, ofAccount, 'personId')?.[0] ?? 'none';
  if (open.length < limits.perProcess) return 'free';
  const largest = replaced(wanted, open, 'accountId') ?? [];
  return largestGroup(largest, 'personId')[0] ?? 'none';
}

/** The streams of the holder with the most; null if the wanted stream would not leave it with as many as its own holder. */
function replaced<Stream extends StreamHolder>(
  wanted: StreamHolder,
  open: readonly Stream[],
  by: keyof StreamHolder,
): readonly Stream[] | null {
  const own = open.filter((stream) => stream[by] === wanted[by]).length;
  const largest = largestGroup(open, by);
  return largest.length >= own + 2 ? largest : null;
}

function largestGroup<Stream extends StreamHolder>(open: readonly Stream[], by: keyof StreamHolder): readonly Stream[] {
  const groups = new Map<number, Stream[]>();
  for (const stream of open) {
    const group = groups.get(stream[by]);
    if (group === undefined) groups.set(stream[by], [stream]);
    else group.push(stream);
  }
  return [...groups.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
}
