// protobufjs's reader and writer of the wire format, with 64-bit integers as plain numbers.
import protobuf from 'protobufjs/minimal.js';

// Every int64 of ours is a time, a sequence or a size: all far below 2^53.
(protobuf.util as { Long: unknown }).Long = null;
protobuf.configure();

export const { Reader, Writer } = protobuf;
export type WireReader = protobuf.Reader;
export type WireWriter = protobuf.Writer;

/** How a value is framed. A group is what another one may send; we do not. */
export const wireTypes = { varint: 0, delimited: 2, group: 3 } as const;
