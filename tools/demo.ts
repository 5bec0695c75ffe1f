// `npm start -- --demo`: a gateway with sample data, made through the public calls.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, connectClient } from './client.ts';
import { root, say } from './run.ts';

const people = [
  { name: 'Ada Lovelace', phone: '+441000000001' },
  { name: 'Grace Hopper', phone: '+441000000002' },
  { name: 'Alan Turing', phone: '+441000000003' },
  { name: 'Katherine Johnson', phone: '+441000000004' },
  { name: 'Donald Knuth', phone: '+441000000005' },
];

/** Who says what in Ada's chats with each of the others. */
const chats: Record<string, [from: 'Ada' | 'other', text: string][]> = {
  'Grace Hopper': [
    ['other', 'We found it! There was a moth in relay 70.'],
    ['Ada', 'A real one?'],
    ['other', 'Taped it into the logbook: "first actual case of bug being found".'],
    ['Ada', '😂'],
  ],
  'Alan Turing': [
    ['Ada', 'Do you have a minute for the notes on the Engine?'],
    ['other', 'Always. Your note G is the best part of it.'],
    ['other', 'I would only argue with "no pretensions to originate anything".'],
    ['Ada', 'I knew you would. Let us argue over tea on Thursday.'],
  ],
  'Katherine Johnson': [
    ['other', 'I checked the trajectory by hand. The machine was right this time.'],
    ['Ada', 'This time!'],
  ],
  'Donald Knuth': [['other', 'Beware of bugs in the above; I have only proved it correct, not tried it.']],
};

/** A group that Ada has made with all the others. */
const group: { name: string; lines: [who: string, text: string][] } = {
  name: 'Analytical Engine Club',
  lines: [
    ['Ada Lovelace', 'Who brings what on Sunday? My list:\n\n- the **punched cards**\n- tea\n- `note G`'],
    ['Katherine Johnson', 'I bring a pencil. It has never crashed.'],
    ['Donald Knuth', 'And I the references:\n\n```ts\nconst volumes = [1, 2, 3, 4];\n```'],
  ],
};

/** A space of Grace's that the others have joined. Its first room exists from the start. */
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

/** Sends it unencrypted, so that every device that signs in later can read it. Returns the message's id. */
async function sayIn(
  conversationId: string,
  client: Client,
  text: string,
  conversationType: 'private' | 'group' = 'private',
): Promise<string> {
  const id = newId();
  await client.call(conversationType === 'private' ? 'message.sendPrivateMessage' : 'message.sendGroupMessage', {
    id,
    conversation: { conversationId, conversationType },
    content: [{ type: 'text', message: JSON.stringify({ text }) }],
  });
  return id;
}

async function makeGroup(clients: ReadonlyMap<string, Client>): Promise<void> {
  const [ada, ...others] = [...clients.values()];
  const { conversation } = await ada!.call('conversation.create', {
    type: 'group',
    name: group.name,
    identifiers: others.map(({ identifier }) => identifier),
    requestId: newId(),
  });
  const { conversionId: conversationId } = conversation!;
  let said = '';
  for (const [who, text] of group.lines) said = await sayIn(conversationId, clients.get(who)!, text, 'group');
  await ada!.call('message.sendGroupMessage', {
    id: newId(),
    conversation: { conversationId, conversationType: 'group' },
    content: [
      {
        type: 'reaction',
        cmdId: 'reaction',
        targets: [said],
        message: JSON.stringify({ emoji: '🎉', on: true, text: '🎉' }),
      },
    ],
  });
}

async function makeSpace(clients: ReadonlyMap<string, Client>): Promise<void> {
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
    for (const [who, text] of lines) await sayIn(room!.conversionId, clients.get(who)!, text, 'group');
  }
}

/** Ada has all the others as contacts; the last one has only sent a request. */
async function makeContacts(clients: ReadonlyMap<string, Client>): Promise<void> {
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

async function makeWorld(url: string, codes: ReadonlyMap<string, string>): Promise<void> {
  const clients = new Map<string, Client>();
  for (const { name, phone } of people) {
    const client = await connectClient(url, codes, phone);
    const { list } = await client.call('user.preparedAvatar', {});
    await client.call('user.updateUserInfo', { lastName: name, avatar: list[(clients.size * 2) % list.length] ?? '' });
    clients.set(name, client);
  }
  const ada = clients.get('Ada Lovelace')!;
  for (const [name, lines] of Object.entries(chats)) {
    const other = clients.get(name)!;
    const { conversation } = await ada.call('conversation.create', {
      type: 'private',
      identifiers: [other.identifier],
    });
    for (const [from, text] of lines) await sayIn(conversation!.conversionId, from === 'Ada' ? ada : other, text);
  }
  await makeGroup(clients);
  await makeSpace(clients);
  await makeContacts(clients);
}

/** Runs the gateway as a child process, so that the codes on its console can be read. */
export async function demo(): Promise<void> {
  const data = resolve(process.env['AMBER_DATA'] ?? '.amber');
  const made = join(data, 'demo-made');
  const codes = new Map<string, string>();
  const child = spawn(process.execPath, [join(root, 'gateway', 'src', 'main.ts')], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (status) => process.exit(status ?? 1));

  let making = false;
  for await (const line of createInterface(child.stdout)) {
    if (making && line.includes('"sms code"')) {
      const { phone, code } = JSON.parse(line) as { phone: string; code: string };
      codes.set(phone, code);
      continue;
    }
    const ready = /Amber is ready: (\S+)\/chat\/$/.exec(line);
    if (!ready) {
      console.log(line);
      continue;
    }
    const finish = () => {
      making = false;
      say(
        `sign in with a phone number of yours, or as ${people[0]!.name} with ${people[0]!.phone} (a minute from now); the code is printed here`,
      );
      console.log(line);
    };
    if (existsSync(made)) {
      finish();
      continue;
    }
    making = true;
    say('making a small world to look at…');
    makeWorld(ready[1]!, codes).then(
      () => {
        mkdirSync(data, { recursive: true });
        writeFileSync(made, '');
        finish();
      },
      (error: Error) => {
        say(`the small world could not be made: ${error.message}`);
        finish();
      },
    );
  }
}
