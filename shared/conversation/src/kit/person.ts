// The name and avatar of a person in a conversation.

export interface Person {
  /** The remark, else the nickname, else the person's own name. */
  name: string;
  avatar: string;
  /** Other names by which a text may mention this person: the nickname and the name that a remark replaces. */
  aliases?: readonly string[];
}

/** A person whom a text may mention as `@name`. Everybody reads that name, so it is never the writer's own remark. */
export interface Mentionable {
  identifier: string;
  name: string;
  avatar: string;
  /** The writer's remark for this person, which the search matches as well. */
  remark?: string;
}

/** Searches for mentionable people beyond those already known. */
export interface MentionableSource {
  /** Returns the people whose names contain the query; for an empty query, some of all people. */
  find(query: string): Promise<readonly Mentionable[]>;
  /** Stores a person who was mentioned, so that the mention can be resolved when the draft is sent. */
  storePerson(identifier: string): void;
}
