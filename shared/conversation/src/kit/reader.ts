// Who reads, and what the parts of a message ask for.
import { authorColour, authorColours } from '@amber/ui/authorColour';
import type { AnswerSource } from './answerSource.ts';
import type { FileSource } from './fileSource.ts';
import type { Person } from './person.ts';
import { words } from '../words/gen/conversation.ts';
import type { TimelineRow } from './timelineRow.ts';

export interface EncryptionInfo {
  encrypted: boolean;
  deviceCount: number;
}

export interface Reader {
  me: string;
  /** Who is unknown here is someone. */
  personOf(identifier: string): Person;
  /** Empty when unknown here. */
  nameOf(identifier: string): string;
  /** Who is shown above this message. */
  authorOf(row: TimelineRow): Person;
  /** Of a name; neutral for one who is not to be known. No two here share one while there are enough. */
  colourOf(identifier: string): string;
  /** How the conversation is protected, and how many devices a message of mine goes to (0: not known). */
  protection: EncryptionInfo;
  /** Where the files of messages come from. */
  files: FileSource;
  /** Where answers that are being written come from. */
  answers: AnswerSource;
  /** Shows the message of this id. */
  onJump(id: string): void;
  /** Shows the picture of this message as large as the screen. */
  onOpenPicture(id: string): void;
}

// They are called so in the page's language, which is loaded later.
const createUnnamedPerson = (word: 'someone' | 'anonymous' | 'youAnonymous'): Person => ({
  get name() {
    return words[word];
  },
  avatar: '',
});
const someone = createUnnamedPerson('someone');
const anonymous = createUnnamedPerson('anonymous');
const meAnonymous = createUnnamedPerson('youAnonymous');

/** A reader who knows these people. */
export function createReader(
  me: string,
  people: ReadonlyMap<string, Person>,
  ports: Pick<Reader, 'protection' | 'files' | 'answers' | 'onJump' | 'onOpenPicture'>,
): Reader {
  const personOf = (identifier: string) => people.get(identifier) ?? someone;
  const colours = authorColours(people.keys());
  return {
    me,
    personOf,
    nameOf: (identifier) => people.get(identifier)?.name ?? '',
    authorOf: ({ author, isAnonymous, mine }) => (isAnonymous ? (mine ? meAnonymous : anonymous) : personOf(author)),
    colourOf: (identifier) => colours.get(identifier) ?? authorColour(identifier),
    ...ports,
  };
}
