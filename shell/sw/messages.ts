// What the service worker and its pages say to each other about notifications.

/** A message to be shown outside the app: one notification per conversation. */
export interface ChatNotification {
  conversation: string;
  /** Where the app shows it, below the base path. */
  path: string;
  /** The place of its newest message. */
  seq: number;
  title: string;
  body: string;
  /** Unread messages there. */
  count: number;
}

/** The buttons of a notification, in the page's language. */
export interface NotificationWords {
  answer: string;
  markRead: string;
}

/** From a page. */
export type PageMessage =
  /** A page has opened a message: shown unless a page is in front, or it was shown already. */
  | { kind: 'notify'; notice: ChatNotification }
  | { kind: 'noticeWords'; words: NotificationWords }
  /** Nobody is signed in any more. */
  | { kind: 'forgetNotices' }
  /** Answered with a Held on the port that comes with it, or null. */
  | { kind: 'readHeld' }
  | { kind: 'dropHeld' };

/** What was handed to the app from outside: shared, or typed into a notification. */
export interface PendingShare {
  words: string;
  pictures: File[];
  /** Some of it was too large, or of a kind that is not taken. */
  isCut: boolean;
}

/** To a page; `ask` and `act` are answered on the port that comes with them. */
export type WorkerMessage =
  | { kind: 'open'; path: string }
  /** A push has come: the page knows more. Answered with a ChatNotice, or null where nothing is to be shown. */
  | { kind: 'ask'; conversation: string; seq: number }
  /** Answered with true when it is done. */
  | { kind: 'answer'; conversation: string; seq: number; words: string }
  | { kind: 'markRead'; conversation: string; seq: number }
  | { kind: 'subscriptionLost' };
