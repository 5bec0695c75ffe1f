// The moments of the demo's people, with the other people's comments.
import type { DemoPerson } from './demoPerson.ts';
import type { PersonName } from './people.ts';
import { descriptions, type DrawingName, drawPicture } from './pictures.ts';
import type { DemoPeople } from './seedChats.ts';

interface Moment {
  authorName: PersonName;
  text: string;
  picture?: DrawingName;
  likedBy: PersonName[];
  comments?: [who: PersonName, text: string][];
}

/** Sorted with the oldest first. */
const moments: Moment[] = [
  {
    authorName: 'Donald Knuth',
    text: 'I have finished a part of a section of a chapter of a volume. There will be cake, of size O(log n).',
    likedBy: ['Ada Lovelace', 'Alan Turing'],
    comments: [['Grace Hopper', 'How many layers?']],
  },
  {
    authorName: 'Ada Lovelace',
    text: 'A card for the loom, punched by hand. It weaves a fern if it is read from the left, and a mistake otherwise.',
    picture: 'punchedCard',
    likedBy: ['Grace Hopper', 'Katherine Johnson', 'Donald Knuth'],
    comments: [['Alan Turing', 'And if it is read for ever?']],
  },
  {
    authorName: 'Katherine Johnson',
    text: 'The way up and the way down, by hand and by machine. They agree to the eighth figure.',
    picture: 'trajectory',
    likedBy: ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Donald Knuth'],
    comments: [
      ['Ada Lovelace', 'Which of the two was faster?'],
      ['Katherine Johnson', 'The one who had had breakfast.'],
    ],
  },
  {
    authorName: 'Alan Turing',
    text: 'Ran to the sea and back. Nobody can say in advance whether I stop.',
    likedBy: ['Donald Knuth'],
  },
  {
    authorName: 'Grace Hopper',
    text: 'In its frame, as promised.',
    picture: 'moth',
    likedBy: ['Ada Lovelace', 'Alan Turing', 'Katherine Johnson', 'Donald Knuth'],
    comments: [['Katherine Johnson', 'It looks at me.']],
  },
];

let made = 0;
const newId = () => `demoMoment${String((made += 1)).padStart(14, '0')}`;

async function uploadPicture(author: DemoPerson, name: DrawingName) {
  const { data, width, height } = await drawPicture(name);
  const { path } = await author.call('file.uploadPicture', { picture: data });
  return { path, alt: descriptions[name], width, height };
}

/** Publishes the moments by these people, by name. */
export async function seedMoments(demoPeople: DemoPeople): Promise<void> {
  for (const { authorName, text, picture, likedBy, comments = [] } of moments) {
    const author = demoPeople.get(authorName)!;
    const blogId = newId();
    const pictures = picture ? [await uploadPicture(author, picture)] : [];
    await author.call('circle.post', { blogId, text, pictures });
    for (const name of likedBy) await demoPeople.get(name)!.call('circle.like', { blogId, liked: true });
    for (const [name, comment] of comments)
      await demoPeople.get(name)!.call('circle.comment', { blogId, commentId: newId(), text: comment });
  }
}
