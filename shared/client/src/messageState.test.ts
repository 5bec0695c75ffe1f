import { expect, test } from 'vitest';
import type { MessageRow } from './db.ts';
import { type Delivery, deliveryOf, type MessageProtection, protectionOf } from './messageState.ts';

const delivered = { error: '', pending: false, loading: false, seq: 4 } as const;
const nothing = {};
const none = { readSeq: 0, deliveredSeq: 0 };
const peer = { readSeq: 3, deliveredSeq: 4 };

test.each<[string, Partial<MessageRow>, object, Delivery]>([
  ['a text that waits for the network', { loading: true, seq: 0 }, peer, 'queued'],
  ['an answer whose row has not arrived', { seq: 0 }, peer, 'queued'],
  ['a file that is not in the store yet', { loading: true, pending: true, seq: 0 }, peer, 'uploading'],
  ['a file that is in the store', { loading: true, seq: 0 }, peer, 'queued'],
  ['a refused message', { error: 'error', seq: 0 }, peer, 'failed'],
  ['a failed upload', { error: 'error', pending: true, seq: 0 }, peer, 'failed'],
  ['a failed one that is still marked as loading', { error: 'error', loading: true, seq: 0 }, peer, 'failed'],
  ['one that the other has not received', { seq: 5 }, peer, 'sent'],
  ['the last one that the other has received', { seq: 4 }, peer, 'delivered'],
  ['the last one that the other has read', { seq: 3 }, peer, 'read'],
  ['one that was read before it counted as received', { seq: 3 }, { readSeq: 3 }, 'read'],
  ['one where nobody reports', { seq: 5 }, nothing, 'sent'],
  ['one where nobody has received anything', { seq: 5 }, none, 'sent'],
  ['one without a position, whatever the other reports', { seq: 0 }, { readSeq: 9, deliveredSeq: 9 }, 'queued'],
])('R56 R188 the delivery of %s', (_, message, positions, delivery) => {
  expect(deliveryOf({ ...delivered, ...message }, positions)).toBe(delivery);
});

const content = { message: '{"text":"x"}', encrypted: true } as MessageRow['content'];
const plain = { ...content, encrypted: false };
const empty = { ...content, message: '' };
const copies = [{ identifier: 'b', deviceId: 'd', reason: 'no_session' as const }];

test.each<[string, Partial<MessageRow>, { theirs: MessageProtection; mine: MessageProtection }]>([
  ['encrypted', { copy: 'acked', form: 1 }, { theirs: 'encrypted', mine: 'encrypted' }],
  ['decrypted and not acknowledged yet', { copy: 'queued' }, { theirs: 'encrypted', mine: 'encrypted' }],
  ['plaintext', { content: plain }, { theirs: 'notEncrypted', mine: 'notEncrypted' }],
  ['an open row in an encrypted chat', { content: plain, aside: 1 }, { theirs: 'notEncrypted', mine: 'notEncrypted' }],
  ['sent to some devices in plaintext', { plainCopies: copies }, { theirs: 'partly', mine: 'partly' }],
  ['sent to all devices encrypted', { plainCopies: [] }, { theirs: 'encrypted', mine: 'encrypted' }],
  ['from a device that waits for consent', { untrusted: 1 }, { theirs: 'notAccepted', mine: 'notAccepted' }],
  ['not decrypted yet', { copy: 'queued', content: empty }, { theirs: 'missing', mine: 'missing' }],
  [
    'sent before this device was added',
    { copy: 'none', unreadable: 'sent_before_this_device', content: empty },
    { theirs: 'missing', mine: 'missing' },
  ],
  ['withheld', { copy: 'none', unreadable: 'withheld', content: empty }, { theirs: 'unreadable', mine: 'unreadable' }],
  ['damaged', { copy: 'acked', unreadable: 'bad_mac' }, { theirs: 'unreadable', mine: 'unreadable' }],
  ['forged', { copy: 'open', unreadable: 'does_not_match' }, { theirs: 'unreadable', mine: 'unreadable' }],
  // The gateway has no copy for this device; what was written on it stays readable.
  ['without a copy', { copy: 'none' }, { theirs: 'unreadable', mine: 'encrypted' }],
  ['without a copy and a text', { copy: 'none', content: empty }, { theirs: 'unreadable', mine: 'unreadable' }],
  [
    'plaintext without a copy',
    { copy: 'none', content: plain, aside: 1 },
    { theirs: 'unreadable', mine: 'notEncrypted' },
  ],
])('R84 the protection of a message that is %s', (_, message, { theirs, mine }) => {
  const row = { copy: 'open', content, ...message } as MessageRow;
  expect([protectionOf(row, false), protectionOf(row, true)]).toEqual([theirs, mine]);
});
