// A system command as it has arrived, and where it takes effect.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';

/** A command as it has arrived, by a message or a notice. */
export interface Command {
  id: string;
  conversationId: string;
  cmdId: string;
  /** Who gave it; empty when that person is anonymous. */
  actor: string;
  /** On which of that person's devices. */
  device: string;
  targets: readonly string[];
  /** JSON text of its body. */
  message: string;
  /** The body could not be opened: which of the actor's devices can say it again. */
  lost?: string;
  /** When that came, by this device's clock. */
  lostAt?: number;
  /** All that it means came sealed, or it was written here: the gateway has not made it up. */
  sealed: boolean;
  /** Written here: the devices that it was sealed for. */
  sealedFor?: string[];
  at: number;
  /** Its place; 0 for what has none. */
  seq: number;
  order: number;
}

/** Where a command takes effect: inside the transaction that moves the cursor past it. */
export interface Here {
  db: AccountDb;
  me: Device;
  /** Passing news, told after the commit. */
  say(event: EngineEvent): void;
  /** Asks for the group as a whole, after the commit: its people are not all named in a command. */
  refreshGroup(conversationId: string): void;
  /** What a command leads to beyond this device's rows is done after the commit. */
  after(command: Command): void;
}
