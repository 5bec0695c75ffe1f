// The source of reading aloud: the speech service of the host, for the messages of one conversation.
import type { MessageRow } from '@amber/client/rows';

export interface ReadAloudSource {
  /** Starts to read a message, or goes on with it. */
  read(message: MessageRow, author: string): void;
  /**
   * Returns the host of the service that would get this message and that the user has not agreed to; null if there is
   * nothing to ask. @throws Fault
   */
  consentNeeded(message: MessageRow): Promise<string | null>;
  giveConsent(host: string): void;
}

/** Loads the source, which most visits never need. All calls return the same source. */
export type LoadReadAloudSource = () => Promise<ReadAloudSource>;
