// The demo's chats: its people and their texts, and the group, space and contacts, which are created by public calls.
import type { Calls, Input } from '@amber/proto';

/** A signed-in person. */
export interface Client {
  identifier: string;
  call<Name extends keyof Calls>(name: Name, request: Input<Calls[Name]['request']>): Promise<Calls[Name]['reply']>;
}

export const people = [
  { name: 'Ada Lovelace', phone: '+441000000001' },
  { name: 'Grace Hopper', phone: '+441000000002' },
  { name: 'Alan Turing', phone: '+441000000003' },
  { name: 'Katherine Johnson', phone: '+441000000004' },
  { name: 'Donald Knuth', phone: '+441000000005' },
];

/** The other people's messages to Ada; each of her replies triggers the next step. */
export const scripts: Record<string, string[][]> = {
  'Grace Hopper': [
    [
      'We found it! There was a moth in relay 70.',
      'Taped it into the logbook: "first actual case of bug being found".',
    ],
    ['A real one. It has wings and everything.'],
    ['Come and see it. Bring tea.'],
  ],
  'Alan Turing': [
    ['I have read your notes on the Engine. Note G is the best part of it.'],
    ['I would only argue with "no pretensions to originate anything".'],
    ['Let us argue over tea on Thursday.'],
  ],
  'Katherine Johnson': [['I checked the trajectory by hand. The machine was right this time.'], ['This time!']],
  'Donald Knuth': [
    ['Beware of bugs in the above; I have only proved it correct, not tried it.'],
    ['There is a reward of one hexadecimal dollar.'],
  ],
};

/** The message after the last step of a script. */
export const closingMessage =
  'I only live in this demo, so that is all I know. But you see: what we write is encrypted.';

/** A group of Ada with all the others. */
const group: { name: string; lines: [who: string, text: string][] } = {
  name: 'Analytical Engine Club',
  lines: [
    ['Ada Lovelace', 'Who brings what on Sunday? My list:\n\n- the **punched cards**\n- tea\n- `note G`'],
    ['Katherine Johnson', 'I bring a pencil. It has never crashed.'],
    ['Donald Knuth', 'And I the references:\n\n```ts\nconst volumes = [1, 2, 3, 4];\n```'],
  ],
};

/** Grace's space, which the others have joined. Its first room exists from the start. */
const space: {
  name: string;
  intro: string;
  classification: string;
  rooms: Record<string, [who: string, text: string][]>;
} = {
  name: 'Early Computing',
  intro: 'Relays, punched cards and the first programs: for everybody who likes machines that can be heard thinking.',
  classification: 'technology',
  rooms: {
    General: [
      ['Grace Hopper', 'Welcome, everybody! The bug from the chat is now *in a frame*. Pictures follow.'],
      ['Katherine Johnson', 'Does it still debug?'],
      ['Alan Turing', 'It has halted. I could not have told you beforehand.'],
    ],
    'Punched cards': [
      [
        'Ada Lovelace',
        'The Engine weaves algebraic patterns just as the loom weaves flowers and leaves. Who has a spare loom?',
      ],
      ['Grace Hopper', 'I have a deck of **12,000** and no rubber band. Nobody sneeze.'],
    ],
    Reading: [
      ['Donald Knuth', 'This month: chapter 2.2, linked lists. Exercises marked 40 and above are for the brave.'],
      ['Ada Lovelace', 'Finished. There is a small mistake on page 251; where do I send the card?'],
    ],
  },
};

let messages = 0;
const newId = () => `demo${String((messages += 1)).padStart(20, '0')}`;

/** Sends a message to a group or room. Returns the message's id. */
async function sendGroupMessage(conversationId: string, client: Client, text: string): Promise<string> {
  const id = newId();
  await client.call('message.sendGroupMessage', {
    id,
    conversation: { conversationId, conversationType: 'group' },
    content: [{ type: 'text', message: JSON.stringify({ text }) }],
  });
  return id;
}

async function seedGroup(clients: ReadonlyMap<string, Client>): Promise<void> {
  const [ada, ...others] = [...clients.values()];
  const { conversation } = await ada!.call('conversation.create', {
    type: 'group',
    name: group.name,
    identifiers: others.map(({ identifier }) => identifier),
    requestId: newId(),
  });
  const { conversionId: conversationId } = conversation!;
  let lastMessageId = '';
  for (const [author, text] of group.lines)
    lastMessageId = await sendGroupMessage(conversationId, clients.get(author)!, text);
  await ada!.call('message.sendGroupMessage', {
    id: newId(),
    conversation: { conversationId, conversationType: 'group' },
    content: [
      {
        type: 'reaction',
        cmdId: 'reaction',
        targets: [lastMessageId],
        message: JSON.stringify({ emoji: '🎉', on: true, text: '🎉' }),
      },
    ],
  });
}

async function seedSpace(clients: ReadonlyMap<string, Client>): Promise<void> {
  const owner = clients.get('Grace Hopper')!;
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
    requestId: newId(),
  });
  const { spaceId } = spaceInfo!;
  for (const client of clients.values())
    if (client !== owner) await client.call('conversation.directJoin', { spaceId, fromIdentifier: owner.identifier });
  for (const [name, lines] of Object.entries(space.rooms)) {
    const room =
      name === first?.name
        ? first
        : (
            await owner.call('groupChat.modifySpace', {
              op: 'CREATE',
              spaceId,
              room: { name, roomType: 'topic' },
              requestId: newId(),
            })
          ).room;
    for (const [author, text] of lines) await sendGroupMessage(room!.conversionId, clients.get(author)!, text);
  }
}

/** Makes all the others Ada's contacts; the last one only sends a request. */
async function seedContacts(clients: ReadonlyMap<string, Client>): Promise<void> {
  const [ada, ...others] = [...clients.values()];
  for (const other of others) {
    await other.call('contact.apply', {
      identifier: ada!.identifier,
      message: 'We met at the club. Shall we stay in touch?',
    });
    if (other !== others.at(-1))
      await ada!.call('contact.contactApplyOperate', { fromIdentifier: other.identifier, operate: 'agree' });
  }
}

/** Creates the group, the space and the contacts of these people, by name; the first one is the visitor's account. */
export async function seedChats(clients: ReadonlyMap<string, Client>): Promise<void> {
  let number = 0;
  for (const [name, client] of clients) {
    const { list } = await client.call('user.preparedAvatar', {});
    await client.call('user.updateUserInfo', { lastName: name, avatar: list[(number * 2) % list.length] ?? '' });
    number += 1;
  }
  await seedGroup(clients);
  await seedSpace(clients);
  await seedContacts(clients);
}
