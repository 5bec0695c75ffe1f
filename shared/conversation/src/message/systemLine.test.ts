import { systemCommands } from '@amber/proto/systemCommands';
import { expect, test } from 'vitest';
import { systemLine } from './systemLine.ts';

const names: Record<string, string> = { me: 'Me', a: 'Alice', b: 'Bob', c: 'Carol' };
const reader = { me: 'me', nameOf: (identifier: string) => names[identifier] ?? '' };
const line = (cmdId: string, actor: string, targets: string[] = [], body: Record<string, unknown> = {}) =>
  systemLine({ cmdId, actor, targets, body }, reader);

test.each([
  [line('createGroup', 'a', ['me', 'b'], { name: 'Hikers' }), 'Alice created “Hikers” with you and Bob'],
  [line('createGroup', 'me', ['a'], { name: 'Hikers' }), 'You created “Hikers” with Alice'],
  [line('createGroup', 'me', [], { name: 'Hikers' }), 'You created “Hikers”'],
  [line('inviteMember', 'a', ['b', 'c']), 'Alice invited Bob and Carol'],
  [line('inviteMember', 'a', ['me']), 'Alice invited you'],
  [line('inviteMember', 'me', ['b']), 'You invited Bob'],
  [line('joinMember', 'b'), 'Bob joined'],
  [line('deleteMember', 'a', ['b']), 'Alice removed Bob'],
  [line('quitMember', 'b'), 'Bob left'],
  [line('quitMember', 'me'), 'You left'],
  [line('handOver', 'a', ['b']), 'Alice made Bob the owner'],
  [line('handOver', 'a', ['me']), 'Alice made you the owner'],
  [line('groupName', 'me', [], { name: 'New' }), 'You named the group “New”'],
  [line('groupAvatar', 'a', [], { avatar: '/chat/pictures/x/1024.webp' }), 'Alice changed the group’s picture'],
  [line('groupAvatar', 'me', [], { avatar: '' }), 'You removed the group’s picture'],
  [line('groupSetting', 'a'), 'Alice changed the group’s settings'],
  [line('nickname', 'b', [], { nickname: 'Bobby' }), 'Bob is now called “Bobby” here'],
  [line('nickname', 'b', [], { nickname: '' }), 'Bob removed their nickname'],
  [line('slap', 'a', ['me']), 'Alice slapped you'],
  [line('encrypt', 'a', [], { encrypted: true }), 'Alice turned encryption on'],
  [line('encrypt', 'me', [], { encrypted: false }), 'You turned encryption off'],
  [line('callOffer', 'a', [], { secret: 's', sdp: 'v=0' }), 'Alice called'],
  [line('callOffer', 'me', [], { secret: 's', sdp: 'v=0' }), 'You called'],
  [line('callOffer', 'a', [], { outcome: 'completed', duration: 65_000 }), 'Alice called. The call lasted 1:05'],
  [line('callOffer', 'me', [], { outcome: 'lost', duration: 65_000 }), 'You called. The call lasted 1:05'],
  [line('callOffer', 'a', [], { outcome: 'missed', duration: 0 }), 'Missed call from Alice'],
  [line('callOffer', 'a', [], { outcome: 'missed', duration: 0, video: true }), 'Missed video call from Alice'],
  [line('callOffer', 'a', [], { outcome: 'missed', duration: 0, video: 'yes' }), 'Missed call from Alice'],
  [line('callOffer', 'me', [], { outcome: 'missed', duration: 0 }), 'You called. There was no answer'],
  [line('callOffer', 'a', [], { outcome: 'declined', duration: 0 }), 'You declined a call from Alice'],
  [line('callOffer', 'me', [], { outcome: 'declined', duration: 0 }), 'You called. The call was declined'],
  [line('callOffer', 'me', [], { outcome: {}, duration: 'long' }), 'You called'],
  [line('keyChanged', 'a', [], { deviceId: 'd', waits: false }), 'Alice’s safety number has changed'],
  [
    line('keyChanged', 'a', [], { deviceId: 'd', waits: true }),
    'Alice’s safety number has changed. Your messages wait until you accept it under Security.',
  ],
  [line('newDevice', 'a', [], { deviceId: 'd', waits: false }), 'Alice added a new device'],
  [line('newDevice', 'me', [], { deviceId: 'd', waits: false }), 'You added a new device'],
  [line('plainSent', 'me'), 'Some messages could not be encrypted for every device'],
  [line('missing', 'a', [], { count: 1 }), 'One message is missing here'],
  [line('missing', 'a', [], { count: 2 }), 'At least 2 messages are missing here'],
])('R61 %j', (sentence, expected) => {
  expect(sentence).toBe(expected);
});

test('R106 R104 R120 the three fixed lines', () => {
  expect(line('blocked', 'me')).toBe('You were blocked');
  expect(line('contactDelete', 'a')).toBe('Deleted The Contact');
  expect(line('dismissGroup', 'a')).toBe('The group has been disbanded');
});

test('R61 who is unknown here goes by the name that the gateway wrote, else as someone', () => {
  expect(line('inviteMember', 'a', ['x'], { members: [{ identifier: 'x', lastName: 'Xavier', avatar: '' }] })).toBe(
    'Alice invited Xavier',
  );
  expect(line('inviteMember', 'a', ['x'], { members: 'nonsense' })).toBe('Alice invited Someone');
  expect(line('nickname', '', [], { nickname: 'Q' })).toBe('Anonymous is now called “Q” here');
});

test('R61 many people are counted', () => {
  expect(line('inviteMember', 'a', ['b', 'c', 'b', 'c', 'b', 'c', 'b'])).toBe(
    'Alice invited Bob, Carol, Bob, Carol and 3 others',
  );
});

test('R61 every command that takes a place either has a sentence or is known to have none', () => {
  const silent = [
    'withdraw',
    'edit',
    'reaction',
    'streamEnd',
    'syncRequest',
    'syncHistory',
    'resendRequest',
    'resend',
    'ownDevices',
    'callAnswer',
    'callEnd',
  ];
  for (const [cmdId, { as }] of Object.entries(systemCommands)) {
    if (as === 'message') expect(line(cmdId, 'a', ['b'], { name: 'n' }) === '', cmdId).toBe(silent.includes(cmdId));
  }
  expect(line('constructor', 'a')).toBe('');
});
