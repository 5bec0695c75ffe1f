// What a reader can do with messages, and which of it applies to which message.
import type { MessageRow } from '@amber/client/db';

/** What is absent is not offered. */
export interface MessageActions {
  onRetry(id: string): void;
  onDiscard(id: string): void;
  onCopy(text: string): void;
  onReply?: ((message: MessageRow) => void) | undefined;
  /** `on` is false when my reaction goes away. */
  onReact?: ((message: MessageRow, emoji: string, on: boolean) => void) | undefined;
  /** One message, or several in the order of the conversation. */
  onForward?: ((messages: readonly MessageRow[]) => void) | undefined;
  /** Of mine: hand it to the composer as `composing`. */
  onEdit?: ((message: MessageRow) => void) | undefined;
  onWithdraw?: ((message: MessageRow) => void) | undefined;
  /** From this device; what was not sent goes to `onDiscard`. */
  onDelete?: ((messages: readonly MessageRow[]) => void) | undefined;
  /** Copies the address of the message. */
  onLink?: ((message: MessageRow) => void) | undefined;
  /** The text of a message that I withdrew, for the composer: `composer.write(text)`. */
  onEditAgain?: ((text: string) => void) | undefined;
  onOpenPerson?: ((identifier: string) => void) | undefined;
}
