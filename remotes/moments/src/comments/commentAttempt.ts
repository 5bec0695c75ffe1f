// A comment on its way: what a retry repeats, and what stays in the box.
import { newMessageId } from '@amber/client/engine';

export interface CommentAttempt {
  text: string;
  /** The comment that it answers, or ''. */
  answers: string;
  commentId: string;
}

/** The same words keep their id: a retry says them once. Other words need another one, or they pass for a repetition. */
export const attemptOf = (before: CommentAttempt | null, text: string, answers: string): CommentAttempt =>
  before?.text === text && before.answers === answers ? before : { text, answers, commentId: newMessageId() };

/** What is in the box once `said` is said: what was typed meanwhile. */
export const remainingText = (typed: string, sentText: string): string =>
  typed.startsWith(sentText) ? typed.slice(sentText.length).trimStart() : typed;
