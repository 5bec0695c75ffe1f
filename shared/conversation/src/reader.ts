// Who reads, and what the parts of a message ask for.
import type { Person } from './person.ts';
import { strings } from './strings.ts';
import type { TimelineRow } from './timelineRows.ts';

export interface Reader {
  me: string;
  /** Who is unknown here is someone. */
  personOf(identifier: string): Person;
  /** Empty when unknown here. */
  nameOf(identifier: string): string;
  /** Who stands above this message. */
  authorOf(row: TimelineRow): Person;
  /** Shows the message of this id. */
  onJump(id: string): void;
}

const someone: Person = { name: strings.someone, avatar: '' };
const anonymous: Person = { name: strings.anonymous, avatar: '' };
const meAnonymous: Person = { name: strings.youAnonymous, avatar: '' };

/** A reader who knows these people. */
export function createReader(me: string, people: ReadonlyMap<string, Person>, onJump: (id: string) => void): Reader {
  const personOf = (identifier: string) => people.get(identifier) ?? someone;
  return {
    me,
    personOf,
    nameOf: (identifier) => people.get(identifier)?.name ?? '',
    authorOf: ({ author, isAnonymous, mine }) => (isAnonymous ? (mine ? meAnonymous : anonymous) : personOf(author)),
    onJump,
  };
}
