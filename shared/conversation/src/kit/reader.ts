// The reader of a timeline: the context that the parts of a message need.
import type { MessageRow } from '@amber/client/rows';
import type { QuotedPart } from '@amber/proto/bodies';
import { authorColour, authorColours } from '@amber/ui/authorColour';
import type { Observable } from 'rxjs';
import type { AnswerSource } from './answerSource.ts';
import type { FileSource } from './fileSource.ts';
import type { Person } from './person.ts';
import type { LoadVoiceSource } from './voiceSource.ts';
import { words } from '../words/gen/conversation.ts';
import type { TimelineRow } from './timelineRow.ts';

export interface EncryptionInfo {
  encrypted: boolean;
  deviceCount: number;
}

export interface Reader {
  me: string;
  /** Returns a neutral placeholder for an unknown person. */
  personOf(identifier: string): Person;
  /** Returns '' for an unknown person. */
  nameOf(identifier: string): string;
  /** Returns 'You', the person's name, or 'Anonymous' for an empty identifier. */
  nameOrYou(identifier: string): string;
  /** Returns the person to show as the author of this message. */
  authorOf(row: TimelineRow): Person;
  /**
   * Returns the colour of a person's name, or a neutral one for an anonymous author. Each person has a different colour
   * as long as there are enough.
   */
  colourOf(identifier: string): string;
  /** Whether the conversation is encrypted, and how many devices a message of mine is sent to (0: unknown). */
  protection: EncryptionInfo;
  /** The source of the files in messages. */
  files: FileSource;
  /** The source of answers that are being streamed. */
  answers: AnswerSource;
  /** Loads the source of voice messages; absent where they cannot be converted to text. */
  loadVoice?: LoadVoiceSource | undefined;
  /** Reads a message aloud; absent where nothing can. */
  onReadAloud?: ((message: MessageRow) => void) | undefined;
  /** The message of this conversation with this id, if it is on this device. */
  message$?: ((id: string) => Observable<MessageRow | undefined>) | undefined;
  /** Scrolls to the message with this id, and marks a part of it; the reader can return to the message `from`. */
  onJump(id: string, from: string, part?: QuotedPart): void;
  /** Whether the reader has asked for the whole text of this long message. */
  isUnfolded(id: string): boolean;
  onUnfold(id: string): void;
  /** Opens the picture of this message in the lightbox. */
  onOpenPicture(id: string): void;
}

// The names are getters, because the page's language is loaded later.
const createUnnamedPerson = (word: 'someone' | 'anonymous' | 'youAnonymous'): Person => ({
  get name() {
    return words[word];
  },
  avatar: '',
});
const someone = createUnnamedPerson('someone');
const anonymous = createUnnamedPerson('anonymous');
const meAnonymous = createUnnamedPerson('youAnonymous');

/** Creates a reader for these people. */
export function createReader(
  me: string,
  people: ReadonlyMap<string, Person>,
  ports: Pick<
    Reader,
    | 'protection'
    | 'files'
    | 'answers'
    | 'loadVoice'
    | 'onReadAloud'
    | 'message$'
    | 'onJump'
    | 'onOpenPicture'
    | 'isUnfolded'
    | 'onUnfold'
  >,
): Reader {
  const personOf = (identifier: string) => people.get(identifier) ?? someone;
  const colours = authorColours(people.keys());
  return {
    me,
    personOf,
    nameOf: (identifier) => people.get(identifier)?.name ?? '',
    nameOrYou(identifier) {
      if (identifier === me) return words.you;
      return identifier ? personOf(identifier).name : words.anonymous;
    },
    authorOf: ({ author, isAnonymous, mine }) => (isAnonymous ? (mine ? meAnonymous : anonymous) : personOf(author)),
    colourOf: (identifier) => colours.get(identifier) ?? authorColour(identifier),
    ...ports,
  };
}
