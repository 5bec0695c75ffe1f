// The types of content in conversations: who sends each, and how a device processes it.
import type { Row } from '@amber/proto';
import { isMessageCommand } from '@amber/proto/systemCommands';

/** How a device processes a row. */
export type Handling =
  | 'keep' // stored as a message; a type without a bubble is shown as unsupported
  | 'decrypt' // decrypted, then processed by the type inside
  | 'command' // applied, see commands.ts
  | 'control' // exchanged between an account's own devices, see deviceControl.ts
  | 'notARow'; // never stored as a row: it has its own call or push

export const protocolTypes = {
  /** Sent by a newer version. */
  unknown: 'keep',
  /** Encrypted, by a member; the text begins with 02. */
  ciphertext: 'decrypt',
  /** A member's first encrypted message for a device; the text begins with 03. */
  keyExchange: 'decrypt',
  /** A device uploads its keys with user.initPreKeyBundle and user.distributePreKey. */
  preKeyBundle: 'notARow',
  /** Sent by a member. */
  plaintext: 'keep',
  /** Delivery and read receipts: devices send message.read, and receive a notice. */
  receipt: 'notARow',
  /** Sent by an own device. */
  deviceControl: 'control',
} as const satisfies Record<string, Handling>;

/** Types that occur only in groups: `deliver` is sent by a member, the others by an owner or a member. */
export const groupTypes = {
  update: 'command',
  deliver: 'keep',
  quit: 'command',
} as const satisfies Record<string, Handling>;

const deviceControls: ReadonlySet<string> = new Set(['syncRequest', 'syncHistory', 'ownDevices']);
const quits: ReadonlySet<string> = new Set(['quitMember', 'deleteMember', 'dismissGroup']);

/** Returns the type of a row as it arrived. */
export function protocolTypeOf({
  content,
  conversationType,
  copy,
}: Pick<Row, 'content' | 'conversationType' | 'copy'>): keyof typeof protocolTypes | keyof typeof groupTypes {
  if (content === null) return 'unknown';
  const { cmdId, encrypted, message } = content;
  if (deviceControls.has(cmdId)) return 'deviceControl';
  if (quits.has(cmdId)) return 'quit';
  if (isMessageCommand(cmdId)) return 'update';
  if (cmdId !== '') return 'unknown';
  if (encrypted && copy !== 'open') return message.startsWith('03') ? 'keyExchange' : 'ciphertext';
  return conversationType === 'group' ? 'deliver' : 'plaintext';
}

/** Returns how to process a row after decryption. Private chats have commands too, for example a slap (a nudge). */
export function handlingOf(
  row: Pick<Row, 'content' | 'conversationType' | 'copy'>,
): Exclude<Handling, 'decrypt' | 'notARow'> {
  const type = protocolTypeOf(row);
  const handling = { ...protocolTypes, ...groupTypes }[type];
  return handling === 'command' || handling === 'control' ? handling : 'keep';
}
