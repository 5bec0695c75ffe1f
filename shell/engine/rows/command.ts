// A system command as it has arrived, and where it takes effect.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';

/** A command as it has arrived, by a message or a notice. */
export interface Command {
  id: string;
  conversationId: string;
  cmdId: string;
  /** Its actor; empty when that person is anonymous. */
  actor: string;
  /** The actor's device. */
  device: string;
  targets: readonly string[];
  /** JSON text of its body. */
  message: string;
  /** Its body could not be opened: the actor's devices that can resend it. */
  lost?: string;
  /** When it arrived, by this device's clock. */
  lostAt?: number;
  /** Its whole meaning arrived sealed, or it was written here: the gateway has not forged it. */
  sealed: boolean;
  /** Written here: the devices that it was sealed for. */
  sealedFor?: string[];
  at: number;
  /** Its place; 0 where it has none. */
  seq: number;
  order: number;
}

/** Where a command takes effect: inside the transaction that moves the cursor past it. */
export interface CommandContext {
  db: AccountDb;
  me: Device;
  /** Passing news, emitted after the commit. */
  emit(event: EngineEvent): void;
  /** Requests the whole group after the commit: a command does not name all its people. */
  refreshGroup(conversationId: string): void;
  /** Effects of a command beyond this device's rows happen after the commit. */
  afterCommit(command: Command): void;
}
