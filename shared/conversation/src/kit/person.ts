// How a person is called and looks in a conversation.

export interface Person {
  /** By remark, else nickname, else name. */
  name: string;
  avatar: string;
  /** Other names of theirs that somebody's text may mention: the nickname and the name that a remark replaces. */
  aliases?: readonly string[];
}

/** Somebody the text may name as `@name`; everybody reads that name, so it is never the reader's own remark. */
export interface Mentionable {
  identifier: string;
  name: string;
  avatar: string;
  /** The writer's own name for them, by which they are found as well. */
  remark?: string;
}

/** Finds more people whom a text may mention than those already known. */
export interface MentionableSource {
  /** Those whose names hold the word; some of all where it is empty. */
  find(query: string): Promise<readonly Mentionable[]>;
  /** This person was mentioned. */
  storePerson(identifier: string): void;
}
