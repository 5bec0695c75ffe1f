// The reader and writer of protobufjs, with 64-bit integers as plain numbers.
import protobuf from 'protobufjs/minimal.js';

// Every int64 in our messages is a time, a sequence or a size: all far below 2^53.
(protobuf.util as { Long: unknown }).Long = null;
protobuf.configure();

export const { Reader, Writer } = protobuf;
export type WireReader = protobuf.Reader;
export type WireWriter = protobuf.Writer;

/** The framing of a value. Groups may occur in received messages; we never send them. */
export const wireTypes = { varint: 0, delimited: 2, group: 3 } as const;
