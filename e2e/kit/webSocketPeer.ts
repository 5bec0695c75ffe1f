// The server's side of a WebSocket connection (RFC 6455), for text messages. It can also end without a close frame.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const acceptKeySuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;
const normalClosure = 1_000;
const payloadMax = 1_048_576;

export interface WebSocketPeer {
  /** Sends a text message; does nothing after the end. */
  send(text: string): void;
  /** Ends with a close frame. */
  close(code?: number): void;
  /** Breaks the connection. */
  destroy(): void;
}

interface Handlers {
  onText(text: string): void;
  onEnd(): void;
}

interface Frame {
  isFinal: boolean;
  opcode: number;
  payload: Buffer;
  /** The bytes that the frame takes. */
  length: number;
}

/** Parses the first frame; null when it is incomplete. @throws Error for a frame that no browser sends. */
function parseFrame(bytes: Buffer): Frame | null {
  if (bytes.length < 2) return null;
  const [first, second] = [bytes[0]!, bytes[1]!];
  if ((second & 0x80) === 0) throw new Error('a client must mask its frames');
  const short = second & 0x7f;
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + extended + 4;
  if (bytes.length < start) return null;
  const size = extended === 0 ? short : extended === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (size > payloadMax) throw new Error('the frame is too long');
  if (bytes.length < start + size) return null;
  const mask = bytes.subarray(start - 4, start);
  const payload = Buffer.from(bytes.subarray(start, start + size));
  for (const [at, byte] of payload.entries()) payload[at] = byte ^ mask[at % 4]!;
  return { isFinal: (first & 0x80) !== 0, opcode: first & 0x0f, payload, length: start + size };
}

function buildFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  header[0] = 0x80 | opcode;
  header[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (header.length === 4) header.writeUInt16BE(length, 2);
  if (header.length === 10) header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}

/** Accepts an upgrade request. `head` contains what has already been read behind the request. */
export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { onText, onEnd }: Handlers,
): WebSocketPeer {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}${acceptKeySuffix}`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let unread = Buffer.alloc(0);
  let fragments: Buffer[] = [];
  const write = (opcode: number, payload: Buffer) => {
    if (socket.writable) socket.write(buildFrame(opcode, payload));
  };
  const close = (code = normalClosure) => {
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    write(opcodes.close, payload);
    socket.end();
  };

  function handle({ isFinal, opcode, payload }: Frame): void {
    if (opcode === opcodes.close) return close();
    if (opcode === opcodes.ping) return write(opcodes.pong, payload);
    if (opcode !== opcodes.text && opcode !== opcodes.continuation) return;
    fragments.push(payload);
    if (!isFinal) return;
    const text = Buffer.concat(fragments).toString();
    fragments = [];
    onText(text);
  }
  function read(bytes: Buffer): void {
    unread = Buffer.concat([unread, bytes]);
    try {
      for (let frame = parseFrame(unread); frame && !socket.writableEnded; frame = parseFrame(unread)) {
        unread = unread.subarray(frame.length);
        handle(frame);
      }
    } catch {
      socket.destroy();
    }
  }
  socket.on('data', read);
  socket.on('error', () => socket.destroy());
  socket.on('close', onEnd);
  read(head);
  return { send: (text) => write(opcodes.text, Buffer.from(text)), close, destroy: () => void socket.destroy() };
}
