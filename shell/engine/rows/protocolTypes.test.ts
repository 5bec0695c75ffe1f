import type { Content, Row } from '@amber/proto';
import { systemCommands, isMessageCommand } from '@amber/proto/systemCommands';
import { expect, it } from 'vitest';
import { newContent } from './newContent.ts';
import { groupTypes, handlingOf, protocolTypeOf, protocolTypes } from './protocolTypes.ts';

const row = (content: Partial<Content> | null, fields: Partial<Pick<Row, 'conversationType' | 'copy'>> = {}) => ({
  content: content && newContent(content),
  conversationType: 'private' as const,
  copy: 'open' as const,
  ...fields,
});
const group = { conversationType: 'group' as const };
const sealed = { copy: 'queued' as const };

it.each([
  ['unknown', row(null, { copy: 'none' }), 'keep'],
  ['unknown', row({ cmdId: 'poll', type: 'poll' }, group), 'keep'],
  ['unknown', row({ cmdId: 'constructor' }), 'keep'],
  ['plaintext', row({ type: 'text', message: '{"text":"x"}' }), 'keep'],
  ['plaintext', row({ type: 'text', message: '03', encrypted: true }), 'keep'],
  ['keyExchange', row({ type: 'text', message: '03abc', encrypted: true }, sealed), 'keep'],
  ['ciphertext', row({ type: 'text', message: '02abc', encrypted: true }, sealed), 'keep'],
  ['deviceControl', row({ cmdId: 'syncRequest' }, sealed), 'control'],
  ['deviceControl', row({ cmdId: 'syncHistory', encrypted: true, message: '03' }, sealed), 'control'],
  ['deliver', row({ type: 'text' }, group), 'keep'],
  ['update', row({ cmdId: 'groupName' }, group), 'command'],
  ['update', row({ cmdId: 'withdraw', encrypted: true, message: '02' }, sealed), 'command'],
  ['quit', row({ cmdId: 'quitMember' }, group), 'command'],
  ['quit', row({ cmdId: 'dismissGroup' }, group), 'command'],
] as const)('R77 R89 %s', (type, one, handling) => {
  expect([protocolTypeOf(one), handlingOf(one)]).toEqual([type, handling]);
});

it('R89 the tables name every type of the protocol, and who sends it', () => {
  expect(Object.keys(protocolTypes)).toEqual([
    'unknown',
    'ciphertext',
    'keyExchange',
    'preKeyBundle',
    'plaintext',
    'receipt',
    'deviceControl',
  ]);
  expect(Object.keys(groupTypes)).toEqual(['update', 'deliver', 'quit']);
});

it('R89 R63 every command that travels as a message is carried out or is between own devices', () => {
  const controls = ['syncRequest', 'syncHistory', 'ownDevices'];
  for (const cmdId of Object.keys(systemCommands).filter(isMessageCommand)) {
    expect(handlingOf(row({ cmdId }, group)), cmdId).toBe(controls.includes(cmdId) ? 'control' : 'command');
  }
});
