// A connection to a NATS server that loses, doubles and delays messages, for tests.
import { Transform } from 'node:stream';
import type { SeededRandom } from './seededRandom.ts';
import { startTcpProxy } from './tcpProxy.ts';

/** Milliseconds by which a delayed message arrives after those that were sent after it. */
const delay = 15;

/** What happens to a message. Each is as likely as the share of its fate. */
const fates = [
  { share: 0.2, arrivals: [] },
  { share: 0.2, arrivals: [0, 0] },
  { share: 0.2, arrivals: [delay] },
  { share: 0.4, arrivals: [0] },
] as const;

const lineEnd = Buffer.from('\r\n');

/** The length of the first complete part of the protocol, a line and what follows it; 0 if it is not complete. */
function lengthOfFirst(bytes: Buffer): number {
  const end = bytes.indexOf(lineEnd);
  if (end === -1) return 0;
  const line = bytes.toString('latin1', 0, end);
  const payload = line.startsWith('MSG ') ? Number(line.split(' ').at(-1)) + lineEnd.length : 0;
  const length = end + lineEnd.length + payload;
  return length <= bytes.length ? length : 0;
}

function createLossyStream(random: SeededRandom, isLossy: () => boolean): Transform {
  let waiting: Buffer = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      waiting = Buffer.concat([waiting, chunk]);
      for (let length = lengthOfFirst(waiting); length > 0; length = lengthOfFirst(waiting)) {
        const part = waiting.subarray(0, length);
        waiting = waiting.subarray(length);
        deliver(part);
      }
      done();
    },
  });
  const push = (part: Buffer) => {
    if (!stream.destroyed && !stream.writableEnded) stream.push(part);
  };
  function deliver(part: Buffer): void {
    if (!isLossy() || !part.toString('latin1', 0, 4).startsWith('MSG ')) return push(part);
    let drawn = random.next();
    const fate = fates.find(({ share }) => (drawn -= share) < 0) ?? fates[3];
    for (const after of fate.arrivals) {
      if (after === 0) push(part);
      else setTimeout(push, after, part);
    }
  }
  return stream;
}

/** Starts a proxy in front of a NATS server on this machine; it loses nothing before `setLossy`. */
export async function startLossyBus(natsUrl: string, random: SeededRandom) {
  let isLossy = false;
  const url = new URL(natsUrl);
  const serverPort = Number(url.port);
  const proxy = await startTcpProxy({
    target: serverPort,
    fromTarget: () => createLossyStream(random, () => isLossy),
  });
  url.port = String(proxy.port);
  return {
    url: url.href,
    setLossy(lossy: boolean): void {
      isLossy = lossy;
    },
    cut: () => proxy.cut(),
    restore: () => proxy.pointTo(serverPort),
    close: () => proxy.close(),
  };
}
