// Makes protobufjs read 64-bit integers as plain numbers. Imported before the codec, which binds to it.
import protobuf from 'protobufjs/minimal.js';

// Every int64 of ours is a time, a sequence or a size: all far below 2^53.
(protobuf.util as { Long: unknown }).Long = null;
protobuf.configure();
