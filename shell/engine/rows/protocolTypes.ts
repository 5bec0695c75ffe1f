// The types of content in conversations: who sends each, and how a device processes it.
import type { Row } from '@amber/proto';
import { isMessageCommand } from '@amber/proto/systemCommands';

/** How a device processes a row. */
export type Handling =
  | 'keep' // stored as a message; a type without a bubble is shown as unsupported
  | 'open' // decrypted, then processed by the type inside
  | 'command' // applied, see commands.ts
  | 'control' // exchanged between an account's own devices, see deviceControl.ts
  | 'elsewhere'; // never a row, but a call or push of its own

interface ProtocolType {
  sentBy:
    | 'a newer version'
    | 'a member'
    | "a member's first message"
    | 'an owner or a member'
    | 'the gateway'
    | 'an own device'
    | 'a device, by a call';
  handling: Handling;
}

export const protocolTypes = {
  unknown: { sentBy: 'a newer version', handling: 'keep' },
  /** Encrypted; the text begins with 02. */
  ciphertext: { sentBy: 'a member', handling: 'open' },
  /** The first encrypted message for a device; the text begins with 03. */
  keyExchange: { sentBy: "a member's first message", handling: 'open' },
  /** Uses user.initPreKeyBundle and user.distributePreKey. */
  preKeyBundle: { sentBy: 'a device, by a call', handling: 'elsewhere' },
  plaintext: { sentBy: 'a member', handling: 'keep' },
  /** Delivery and read receipts: devices send message.read, and receive a notice. */
  receipt: { sentBy: 'a device, by a call', handling: 'elsewhere' },
  deviceControl: { sentBy: 'an own device', handling: 'control' },
} as const satisfies Record<string, ProtocolType>;

/** Types that occur only in groups. */
export const groupTypes = {
  update: { sentBy: 'an owner or a member', handling: 'command' },
  deliver: { sentBy: 'a member', handling: 'keep' },
  quit: { sentBy: 'an owner or a member', handling: 'command' },
} as const satisfies Record<string, ProtocolType>;

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

/** Returns how to process a row after decryption. Private chats have commands, too: a withdrawal, a slap. */
export function handlingOf(
  row: Pick<Row, 'content' | 'conversationType' | 'copy'>,
): Exclude<Handling, 'open' | 'elsewhere'> {
  const type = protocolTypeOf(row);
  const { handling } = { ...protocolTypes, ...groupTypes }[type];
  return handling === 'command' || handling === 'control' ? handling : 'keep';
}
