// A received system command, and the context in which it is applied.
import type { FollowUp } from '../keys/identityRows.ts';
import type { AccountContext } from '../kit/accountContext.ts';

/** A command that arrived in a message or a notice. */
export interface Command {
  id: string;
  conversationId: string;
  cmdId: string;
  /** The account that sent it; empty if it is anonymous. */
  actor: string;
  /** The device that sent it. */
  device: string;
  targets: readonly string[];
  /** The body, as JSON text. */
  message: string;
  /** Set if the body could not be decrypted: the device of the actor that can resend it. */
  lost?: string;
  /** When it arrived, by this device's clock. */
  lostAt?: number;
  /** Whether the whole command was encrypted or written here, so that the gateway cannot have forged it. */
  sealed: boolean;
  /** For a command written here: the devices that it was encrypted for. */
  sealedFor?: string[];
  at: number;
  /** The position; 0 if it has none. */
  seq: number;
  order: number;
}

/**
 * The context of a command, inside the transaction that advances the cursor past it. `emit` emits an event after the
 * commit.
 */
export interface CommandContext extends Pick<AccountContext, 'db' | 'me' | 'emit'> {
  /** Queues a follow-up that must not be lost, to run after the commit. */
  addFollowUp(followUp: FollowUp): void;
  /** Runs the effects of a command beyond this device's rows after the commit. */
  afterCommit(command: Command): void;
}
