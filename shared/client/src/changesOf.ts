// The changes of a message that count, and the edits among them.
import type { ChangeRow, MessageRow } from './rows.ts';

const authorOf = ({ content }: MessageRow): string => content.sender?.identifier ?? '';

/**
 * Returns the changes of the message, in the order in which they apply. Those from another conversation, those that
 * could not be decrypted, and those of somebody else that only the author may make do not count.
 */
export const changesOf = (message: MessageRow, changes: readonly ChangeRow[]): ChangeRow[] =>
  changes
    .filter(
      ({ target, conversationId, lost, kind, by, ofAuthor }) =>
        target === message.id &&
        conversationId === message.conversationId &&
        !lost &&
        (!ofAuthor || kind === 'reaction' || by === authorOf(message)),
    )
    .sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1));

/** Returns the edits by the author. An edit of a withdrawn message arrives without its text, and does not count. */
export const editsOf = (message: MessageRow, changes: readonly ChangeRow[]): ChangeRow[] =>
  changesOf(message, changes).filter(
    ({ kind, by, message: text }) => kind === 'edit' && by === authorOf(message) && text !== '',
  );
