// How a person is called and looks in a conversation.

export interface Person {
  /** By remark, else nickname, else name. */
  name: string;
  avatar: string;
  /** Other names of theirs that somebody's text may mention: the nickname and the name that a remark stands before. */
  alsoCalled?: readonly string[];
}

/** Somebody the text may name as `@name`; everybody reads that name, so it is never the reader's own remark. */
export interface Mentionable {
  identifier: string;
  name: string;
  avatar: string;
  /** The writer's own name for them, by which they are found as well. */
  remark?: string;
}

/** Brings people whom a text may name beside those who are known. */
export interface MentionableSource {
  /** Those whose names hold the word; some of all where it is empty. */
  find(word: string): Promise<readonly Mentionable[]>;
  /** This one has been named. */
  keep(identifier: string): void;
}
