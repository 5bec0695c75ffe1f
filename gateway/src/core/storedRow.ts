// A message as it is stored, with the copies that devices have not acknowledged.
import type { Conversation_Type } from '@amber/proto';

export interface StoredCopy {
  identifier: string;
  device: string;
  /** The encrypted Content; null once the device has acknowledged it. */
  envelope: Uint8Array | null;
}

export interface StoredRow {
  conversation: string;
  type: Conversation_Type;
  epoch: number;
  seq: number;
  id: string;
  sender: string;
  device: string;
  ts: number;
  sealed: boolean;
  /** The Content of a plain message. */
  body: Uint8Array | null;
  copies: StoredCopy[];
  /** Only its author's devices see the sender. */
  anonymous: boolean;
  /** Only its author's devices get the text. */
  withdrawn: boolean;
  /** The row's system command and the message that it targets; not encrypted, even for an encrypted row. */
  cmd_id: string;
  target: string | null;
}
