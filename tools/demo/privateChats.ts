// What the demo's people write to the visitor, in encrypted chats.
import type { DrawingName } from './pictures.ts';
import type { PersonName } from './people.ts';

/** An action of a demo person. `react` and `reply` refer to the visitor's latest message. */
export type ScriptAction =
  | { text: string; reply?: true }
  | { react: string }
  | { picture: DrawingName; name: string }
  | { file: string; name: string };

/** The actions of one turn: the first turn is played as soon as the visitor has keys, the next after each answer. */
type Turn = readonly ScriptAction[];

const noteG = `Note G, with corrections in pencil

1. The operation that begins the cycle has to be the thirteenth, not the twelfth.
2. "No pretensions whatever to originate anything" - we shall see.

A. M. T.
`;

export const scripts: Partial<Record<PersonName, readonly Turn[]>> = {
  'Grace Hopper': [
    [
      { text: 'We found it! There was a moth in relay 70.' },
      { picture: 'moth', name: 'logbook.png' },
      { text: 'Taped it into the logbook: "first actual case of bug being found".' },
    ],
    [{ react: '😂' }, { text: 'It has wings and everything.', reply: true }],
    [{ react: '❤️' }, { text: 'Come and see it. Bring tea.' }],
  ],
  'Alan Turing': [
    [
      { text: 'I have read your notes on the Engine. Note G is the best part of it.' },
      { file: noteG, name: 'Note G, annotated.txt' },
    ],
    [{ text: 'I would only argue with "no pretensions to originate anything".', reply: true }],
    [{ react: '👍' }, { text: 'Let us argue over tea on Thursday.' }],
  ],
  'Katherine Johnson': [
    [{ text: 'I checked the trajectory by hand. The machine was right this time.' }],
    [{ react: '🚀' }, { text: 'This time!', reply: true }],
  ],
  'Donald Knuth': [
    [{ text: 'Beware of bugs in the above; I have only proved it correct, not tried it.' }],
    [{ text: 'There is a reward of one hexadecimal dollar.' }],
  ],
};

/** The turn after the last one. */
export const closingTurn: Turn = [
  { text: 'I only live in this demo, so that is all I know. But you see: what we write is encrypted.' },
];
