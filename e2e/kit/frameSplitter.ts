// Splits what a server sends on a connection into the frames of its WebSocket (RFC 6455).

/** Bytes of the connection. `payload` is null for everything that is no whole data frame. */
interface Piece {
  bytes: Buffer;
  payload: Buffer | null;
}

const endOfHead = '\r\n\r\n';
const firstControlOpcode = 8;

/** Returns the length of the frame's header and of the whole frame; null while the header is incomplete. */
function measureFrame(bytes: Buffer): { header: number; whole: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes[1]! & 0x7f;
  const header = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
  if (bytes.length < header) return null;
  const size = header === 2 ? short : header === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { header, whole: header + size };
}

/** Returns a function that takes the bytes of one connection in order. Other protocols pass through unchanged. */
export function createFrameSplitter(): (data: Buffer) => Piece[] {
  let state: 'http' | 'frames' = 'http';
  let held: Buffer = Buffer.alloc(0);

  function takeFrames(): Piece[] {
    const pieces: Piece[] = [];
    for (let size = measureFrame(held); size && held.length >= size.whole; size = measureFrame(held)) {
      const bytes = held.subarray(0, size.whole);
      const isData = (bytes[0]! & 0x0f) < firstControlOpcode;
      pieces.push({ bytes, payload: isData ? bytes.subarray(size.header) : null });
      held = held.subarray(size.whole);
    }
    return pieces;
  }

  return (data) => {
    if (state === 'frames') {
      held = Buffer.concat([held, data]);
      return takeFrames();
    }
    const head = data.indexOf(endOfHead);
    if (!data.subarray(0, 13).equals(Buffer.from('HTTP/1.1 101 ')) || head < 0) return [{ bytes: data, payload: null }];
    state = 'frames';
    held = data.subarray(head + endOfHead.length);
    return [{ bytes: data.subarray(0, head + endOfHead.length), payload: null }, ...takeFrames()];
  };
}
