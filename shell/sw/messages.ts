// The messages between the service worker and its pages.

/** The notification of a conversation's messages, at most one per conversation. */
export interface ChatNotification {
  conversation: string;
  /** The path of the conversation, below the base path. */
  path: string;
  /** The position of its newest message. */
  seq: number;
  title: string;
  body: string;
  /** The number of unread messages in the conversation. */
  count: number;
}

/** The buttons of a notification, in the page's language. */
export interface NotificationWords {
  answer: string;
  markRead: string;
}

/** A message from a page. */
export type PageMessage =
  /** A page decrypted a message. The notification is shown unless a page is in front, or it was shown already. */
  | { kind: 'notify'; notice: ChatNotification }
  | { kind: 'noticeWords'; words: NotificationWords }
  /** The session ended. */
  | { kind: 'forgetNotices' }
  /** Answered on the transferred port with a PendingShare, or null. */
  | { kind: 'readHeld' }
  | { kind: 'dropHeld' };

/** What another app shared with this one, or a reply typed into a notification. */
export interface PendingShare {
  words: string;
  pictures: File[];
  /** Whether some of it was too large, or of a kind that is not accepted. */
  isCut: boolean;
}

/** A message to a page. `ask`, `answer` and `markRead` are answered on the transferred port. */
export type WorkerMessage =
  | { kind: 'open'; path: string }
  /**
   * A push arrived, and the page has more details. Answered with a ChatNotification, or null if nothing is to be shown.
   */
  | { kind: 'ask'; conversation: string; seq: number }
  /** Answered with true once the reply is sent. */
  | { kind: 'answer'; conversation: string; seq: number; words: string }
  | { kind: 'markRead'; conversation: string; seq: number }
  | { kind: 'subscriptionLost' };
