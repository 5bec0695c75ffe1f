// The types of content in conversations: who sends each, and which handler of a device processes it.
import type { Row } from '@amber/proto';
import { isMessageCommand } from '@amber/proto/systemCommands';

/** How a device processes a row. */
export type Handling =
  | 'keep' // stored as a message; what has no bubble is shown as unsupported
  | 'open' // unsealed, then handled by the type inside
  | 'command' // carried out, see commands.ts
  | 'control' // between a person's own devices, see deviceControl.ts
  | 'elsewhere'; // never a row: it has its own call or push

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
  /** Sealed, its text begins with 02. */
  ciphertext: { sentBy: 'a member', handling: 'open' },
  /** Sealed for a device for the first time, its text begins with 03. */
  keyExchange: { sentBy: "a member's first message", handling: 'open' },
  /** Goes through user.initPreKeyBundle and user.distributePreKey. */
  preKeyBundle: { sentBy: 'a device, by a call', handling: 'elsewhere' },
  plaintext: { sentBy: 'a member', handling: 'keep' },
  /** Receipts, delivered or read: message.read up, a notice down. */
  receipt: { sentBy: 'a device, by a call', handling: 'elsewhere' },
  deviceControl: { sentBy: 'an own device', handling: 'control' },
} as const satisfies Record<string, ProtocolType>;

/** In groups. */
export const groupTypes = {
  update: { sentBy: 'an owner or a member', handling: 'command' },
  deliver: { sentBy: 'a member', handling: 'keep' },
  quit: { sentBy: 'an owner or a member', handling: 'command' },
} as const satisfies Record<string, ProtocolType>;

const deviceControls: ReadonlySet<string> = new Set(['syncRequest', 'syncHistory', 'ownDevices']);
const quits: ReadonlySet<string> = new Set(['quitMember', 'deleteMember', 'dismissGroup']);

/** The type of a row as it has arrived. */
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

/** The handler of a row once it is unsealed. A private chat has commands too: a withdrawal, a slap. */
export function handlingOf(
  row: Pick<Row, 'content' | 'conversationType' | 'copy'>,
): Exclude<Handling, 'open' | 'elsewhere'> {
  const type = protocolTypeOf(row);
  const { handling } = { ...protocolTypes, ...groupTypes }[type];
  return handling === 'command' || handling === 'control' ? handling : 'keep';
}
