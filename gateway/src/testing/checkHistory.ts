// Checks what people who used several gateways sent and read against what a conversation promises.

/** A message's place, as a gateway has told it. */
export interface Position {
  id: string;
  seq: number;
  timestamp: number;
}

/** A message that a gateway acknowledged. */
export interface Acknowledgement extends Position {
  conversation: string;
  /** Milliseconds on the test's clock: when it was sent first, and when it was acknowledged first. */
  sentAt: number;
  acknowledgedAt: number;
}

/** What one connection of a device brought from one conversation. */
export interface Session {
  reader: string;
  conversation: string;
  /** The device had caught up to here after it had connected: pushes must go on from there at the latest. */
  caughtUpTo: number;
  /** In the order of their arrival. */
  pushed: Position[];
  /** Whether it was still connected at the end. */
  isOpen: boolean;
}

/** What a device has of a conversation at the end, from pushes and from catching up. */
export interface Reading {
  reader: string;
  conversation: string;
  rows: Position[];
}

export interface History {
  acknowledgements: readonly Acknowledgement[];
  sessions: readonly Session[];
  readings: readonly Reading[];
  /** All rows of each conversation at the end, oldest first. */
  stored: ReadonlyMap<string, readonly Position[]>;
}

const isSame = (one: Position | undefined, other: Position): boolean =>
  one?.id === other.id && one.seq === other.seq && one.timestamp === other.timestamp;

const show = ({ id, seq, timestamp }: Position): string => `${id} at ${seq} (${timestamp})`;

function findGaps(stored: readonly Position[]): string[] {
  return stored.flatMap(({ seq }, at) => (seq === at + 1 ? [] : [`position ${at + 1} has ${seq}`]));
}

function findDoubles(stored: readonly Position[]): string[] {
  const ids = new Set<string>();
  return stored.flatMap((row) => {
    const isDouble = ids.has(row.id);
    ids.add(row.id);
    return isDouble ? [`stored twice: ${show(row)}`] : [];
  });
}

const findLost = (stored: readonly Position[], acknowledgements: readonly Acknowledgement[]): string[] =>
  acknowledgements.flatMap((one) =>
    isSame(stored[one.seq - 1], one) ? [] : [`acknowledged, and not stored like that: ${show(one)}`],
  );

/** A message that was acknowledged before another was sent comes before it. */
function findOrderViolations(acknowledgements: readonly Acknowledgement[]): string[] {
  const bySeq = acknowledgements.toSorted((one, other) => one.seq - other.seq);
  const found: string[] = [];
  let latest: Acknowledgement | undefined;
  for (const one of bySeq) {
    if (latest && one.acknowledgedAt < latest.sentAt)
      found.push(`${show(one)} was acknowledged before ${show(latest)} was sent, and is behind it`);
    if (!latest || one.sentAt > latest.sentAt) latest = one;
  }
  return found;
}

/** A connection pushes each row once, in order, without gaps, and leaves none out after what its device caught up with. */
function findPushViolations({ caughtUpTo, pushed, isOpen }: Session, stored: readonly Position[]): string[] {
  const last = pushed.at(-1)?.seq ?? caughtUpTo;
  const missing = isOpen && last < stored.length ? [`not pushed: what is after ${last}`] : [];
  const wrong = pushed.flatMap((row, at) => {
    const before = at === 0 ? Math.min(caughtUpTo, row.seq - 1) : pushed[at - 1]!.seq;
    return [
      ...(row.seq === before + 1 ? [] : [`pushed ${row.seq} after ${before}`]),
      ...(isSame(stored[row.seq - 1], row) ? [] : [`pushed, and not stored like that: ${show(row)}`]),
    ];
  });
  return [...wrong, ...missing];
}

function findReadViolations({ rows }: Reading, stored: readonly Position[]): string[] {
  const length = Math.max(rows.length, stored.length);
  return Array.from({ length }, (_, at) => [rows[at], stored[at]] as const).flatMap(([read, row]) => {
    if (row && !read) return [`not read: ${show(row)}`];
    if (read && !row) return [`read, and not stored: ${show(read)}`];
    return isSame(read, row!) ? [] : [`read ${show(read!)} instead of ${show(row!)}`];
  });
}

/**
 * Returns a sentence for each violation: of the order of a conversation, of the promise that what was acknowledged can
 * be read, that it is read once, and that there is no gap.
 */
export function checkHistory({ acknowledgements, sessions, readings, stored }: History): string[] {
  return [...stored].flatMap(([conversation, rows]) => {
    const ofConversation = <T extends { conversation: string }>(all: readonly T[]): T[] =>
      all.filter((one) => one.conversation === conversation);
    const acknowledged = ofConversation(acknowledgements);
    const ofReader = (reader: string, found: string[]) => found.map((one) => `${reader} ${one}`);
    return [
      ...findGaps(rows),
      ...findDoubles(rows),
      ...findLost(rows, acknowledged),
      ...findOrderViolations(acknowledged),
      ...ofConversation(sessions).flatMap((session) => ofReader(session.reader, findPushViolations(session, rows))),
      ...ofConversation(readings).flatMap((reading) => ofReader(reading.reader, findReadViolations(reading, rows))),
    ].map((violation) => `${conversation}: ${violation}`);
  });
}
