// The pending comment: the message id that a retry repeats, and the text that remains in the field.
import { newMessageId } from '@amber/client/engine';

export interface CommentAttempt {
  text: string;
  /** The id of the comment that it replies to, or ''. */
  answers: string;
  commentId: string;
}

/**
 * The same text keeps its id, so that a retry posts it once. Another text needs a new id, or it would be taken for a
 * retry.
 */
export const attemptOf = (before: CommentAttempt | null, text: string, answers: string): CommentAttempt =>
  before?.text === text && before.answers === answers ? before : { text, answers, commentId: newMessageId() };

/** Returns what was typed after `sentText` was sent. */
export const remainingText = (typed: string, sentText: string): string =>
  typed.startsWith(sentText) ? typed.slice(sentText.length).trimStart() : typed;
