// What a composer takes, and what can be asked of it.
import type { MessageRow } from '@amber/client/rows';
import type { Quote, TextBody } from '@amber/proto/bodies';
import type { CommandBodies } from '@amber/proto/systemCommands';
import type { ComponentType, Ref } from 'react';
import type { SendFiles } from '../files/prepare/sendFiles.ts';
import type { Mentionable, MentionableSource, Person } from '../kit/person.ts';
import type { StoredAttachments } from './useAttachments.ts';

/** The message that the user replies to, with its quote, or edits. */
export type ComposeTarget =
  | { kind: 'reply'; message: MessageRow; quote: Quote }
  | { kind: 'edit'; message: MessageRow };

/** A press of the record button, which may still be held. */
export interface VoicePress {
  button: Element;
  event: PointerEvent;
}

export interface VoiceBarProps {
  /** How it begins: 'click' by a key, 'draft' with what was recorded before: the text box then stays usable. */
  start: VoicePress | 'click' | 'draft';
  /** The quote for the voice message, when it is a reply. */
  quote: Quote | undefined;
  onSent(): void;
  /** Inserts dictated text at the caret. Returns whether it is part of the draft. */
  onText(text: string): boolean;
  /** Called when there is a recording that was not sent. */
  onFound(): void;
  /** Closes the bar. */
  onClose(): void;
  /** Called when the bar is gone: focuses the text box, unless that would open an on-screen keyboard. */
  onClosed(): void;
}

export interface ComposerHandle {
  focus(): void;
  /** Shows the voice message that was recorded and not sent. */
  showVoiceDraft(): void;
  /** Replaces the text of the box. */
  setText(text: string): void;
  /** Adds attachments to the message; does nothing where files cannot be sent. */
  attach(files: readonly File[]): void;
}

export interface ComposerProps {
  /** The stored draft. Give the composer a key per conversation. */
  draft: string;
  /** Called when the draft changes. Text that is typed while editing a message is not a draft. */
  onDraftChange(text: string): void;
  /** The complete body of a text message, with its quote (for a reply) and its mentions. */
  onSend(body: TextBody): void;
  /**
   * Sends files as one message each; the first one has the text as its caption. It resolves when they are stored; if it
   * rejects, they stay in the box with the error. Absent where files cannot be sent.
   */
  onSendFiles?: SendFiles | undefined;
  /** The stored attachments of the draft, and how to store them. */
  storedAttachments?: StoredAttachments | undefined;
  /** The bar that records a voice message; absent where none can be recorded or sent. */
  VoiceBar?: ComponentType<VoiceBarProps> | undefined;
  me: string;
  people: ReadonlyMap<string, Person>;
  composing?: ComposeTarget | null;
  /** Called when the reply is sent, the edit is saved, or either is cancelled: set `composing` to null. */
  onComposingEnd?: (() => void) | undefined;
  /** Sends the new text as the body of the command 'edit'. */
  onEdit?: ((message: MessageRow, body: CommandBodies['edit']) => void) | undefined;
  /** Called for ↑ in the empty box: `timeline.selectLast()`. */
  onSelectLast?: (() => void) | undefined;
  /** People whom the text may mention; absent where mentions are not supported. */
  mentionable?: readonly Mentionable[] | undefined;
  /** Searches for more mentionable people than those in `mentionable`. */
  mentionableSource?: MentionableSource | undefined;
  /** Called on every input, so that the others can be notified that the user is typing. */
  onTyping?: (() => void) | undefined;
  /** Whether the user's messages here are anonymous. */
  isAnonymous?: boolean | undefined;
  ref?: Ref<ComposerHandle>;
}
