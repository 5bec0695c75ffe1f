// The demo's group, space and contacts, and what was said there before the visitor came.
import { type Attachment, type DemoPerson } from './demoPerson.ts';
import { type PersonName, visitor } from './people.ts';

/** The demo's people by name; the first one is the visitor. */
export type DemoPeople = ReadonlyMap<PersonName, DemoPerson>;

/** A message in a group or a room. `mentions` names the visitor as `@name` in the text. */
type Line = { who: PersonName } & ({ text: string; reply?: true; mentions?: true; reactions?: string[] } | Attachment);

interface SeededConversation {
  /** What the visitor has read. */
  read: readonly Line[];
  unread: readonly Line[];
}

/** A group of Ada with all the others. */
const group: SeededConversation & { name: string } = {
  name: 'Analytical Engine Club',
  read: [
    { who: 'Grace Hopper', text: 'Sunday, at mine? The relay room has a kettle.', reactions: ['👍', '👍'] },
    {
      who: 'Ada Lovelace',
      text: 'Who brings what? My list:\n\n- the **punched cards**\n- tea\n- `note G`',
      reactions: ['🎉'],
    },
    { who: 'Katherine Johnson', text: 'I bring a pencil. It has never crashed.', reply: true, reactions: ['😂'] },
    { who: 'Ada Lovelace', picture: 'punchedCard', name: 'fern.png' },
  ],
  unread: [
    { who: 'Donald Knuth', text: 'And I the references:\n\n```ts\nconst volumes = [1, 2, 3, 4];\n```' },
    { who: 'Alan Turing', text: '@Ada Lovelace which side of the card is up?', mentions: true },
  ],
};

/** Grace's space, which the others have joined. Its first room exists from the start. */
const space: { name: string; intro: string; classification: string; rooms: Record<string, SeededConversation> } = {
  name: 'Early Computing',
  intro: 'Relays, punched cards and the first programs: for everybody who likes machines that can be heard thinking.',
  classification: 'technology',
  rooms: {
    General: {
      read: [
        { who: 'Grace Hopper', text: 'Welcome, everybody! The bug from the chat is now *in a frame*.' },
        { who: 'Grace Hopper', picture: 'moth', name: 'framed.png' },
        { who: 'Katherine Johnson', text: 'Does it still debug?', reactions: ['😂', '😂'] },
        { who: 'Alan Turing', text: 'It has halted. I could not have told you beforehand.', reply: true },
      ],
      unread: [],
    },
    'Punched cards': {
      read: [
        {
          who: 'Ada Lovelace',
          text: 'The Engine weaves algebraic patterns just as the loom weaves flowers and leaves. Who has a spare loom?',
        },
      ],
      unread: [
        {
          who: 'Grace Hopper',
          text: '@Ada Lovelace I have a deck of **12,000** and no rubber band. Nobody sneeze.',
          mentions: true,
        },
        { who: 'Donald Knuth', text: 'Number them first. I speak from experience.' },
      ],
    },
    Reading: {
      read: [
        {
          who: 'Donald Knuth',
          text: 'This month: chapter 2.2, linked lists. Exercises marked 40 and above are for the brave.',
        },
        {
          who: 'Donald Knuth',
          file: '2.2.1  Stacks, Queues, and Deques\n2.2.2  Sequential Allocation\n',
          name: 'reading list.txt',
        },
        { who: 'Ada Lovelace', text: 'Finished. There is a small mistake on page 251; where do I send the card?' },
      ],
      unread: [],
    },
  },
};

let requests = 0;
const newRequestId = () => `demo${String((requests += 1)).padStart(20, '0')}`;

/** Sends the lines one after the other; a reply quotes the text before. Returns the position of the last one. */
async function sendLines(conversationId: string, lines: readonly Line[], demoPeople: DemoPeople): Promise<number> {
  const ada = demoPeople.get(visitor.name)!;
  let before = { id: '', author: '', text: '' };
  let last = 0;
  for (const line of lines) {
    const author = demoPeople.get(line.who)!;
    if (!('text' in line)) {
      last = (await author.sendAttachment(conversationId, line)).seq;
      continue;
    }
    const { id, seq } = await author.sendText(conversationId, line.text, {
      ...(line.reply && { quote: before }),
      ...(line.mentions && { mentions: [ada.identifier] }),
    });
    before = { id, author: author.identifier, text: line.text.split('\n', 1)[0]! };
    last = seq;
    const others = [...demoPeople.values()].filter((person) => person !== author && person !== ada);
    for (const [index, emoji] of (line.reactions ?? []).entries())
      await others[index]!.react(conversationId, id, emoji);
  }
  return last;
}

async function seedConversation(
  conversationId: string,
  { read, unread }: SeededConversation,
  demoPeople: DemoPeople,
): Promise<void> {
  const seq = await sendLines(conversationId, read, demoPeople);
  await demoPeople.get(visitor.name)!.call('message.read', { conversationId, seq });
  await sendLines(conversationId, unread, demoPeople);
}

async function seedGroup(demoPeople: DemoPeople): Promise<void> {
  const [ada, ...others] = [...demoPeople.values()];
  const { conversation } = await ada!.call('conversation.create', {
    type: 'group',
    name: group.name,
    identifiers: others.map(({ identifier }) => identifier),
    requestId: newRequestId(),
  });
  await seedConversation(conversation!.conversionId, group, demoPeople);
}

/** Returns the space's id. */
async function seedSpace(demoPeople: DemoPeople): Promise<string> {
  const owner = demoPeople.get('Grace Hopper')!;
  const { avatars, banners } = await owner.call('groupChat.querySpaceTemplate', {});
  const {
    spaceInfo,
    rooms: [first],
  } = await owner.call('groupChat.createSpace', {
    spaceName: space.name,
    intro: space.intro,
    spaceClassification: space.classification,
    avatar: avatars[6 % avatars.length] ?? '',
    banner: banners[2 % banners.length] ?? '',
    requestId: newRequestId(),
  });
  const { spaceId } = spaceInfo!;
  const rooms = new Map([[first!.name, first!.conversionId]]);
  for (const name of Object.keys(space.rooms)) {
    if (rooms.has(name)) continue;
    const { room } = await owner.call('groupChat.modifySpace', {
      op: 'CREATE',
      spaceId,
      room: { name, roomType: 'topic' },
      requestId: newRequestId(),
    });
    rooms.set(name, room!.conversionId);
  }
  for (const person of demoPeople.values()) if (person !== owner) await person.joinSpace(spaceId);
  for (const [name, conversation] of Object.entries(space.rooms))
    await seedConversation(rooms.get(name)!, conversation, demoPeople);
  return spaceId;
}

/** Makes all the others Ada's contacts; the last one only sends a request. */
async function seedContacts(demoPeople: DemoPeople): Promise<void> {
  const [ada, ...others] = [...demoPeople.values()];
  for (const other of others) {
    await other.call('contact.apply', {
      identifier: ada!.identifier,
      message: 'We met at the club. Shall we stay in touch?',
    });
    if (other !== others.at(-1))
      await ada!.call('contact.contactApplyOperate', { fromIdentifier: other.identifier, operate: 'agree' });
  }
}

/** Creates the profiles, the group, the space and the contacts. Returns the space's id. */
export async function seedChats(demoPeople: DemoPeople): Promise<string> {
  let number = 0;
  for (const [name, { call }] of demoPeople) {
    const { list } = await call('user.preparedAvatar', {});
    await call('user.updateUserInfo', { lastName: name, avatar: list[(number * 2) % list.length] ?? '' });
    number += 1;
  }
  await seedContacts(demoPeople);
  await seedGroup(demoPeople);
  return seedSpace(demoPeople);
}
