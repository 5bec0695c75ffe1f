// What an attack is, and the scene in which it runs.
import type { MessageRow } from '@amber/client/db';
import type { TestDevice } from '../twoEngines/pair.ts';
import type { Operator, TamperedConnection } from './operator.ts';

/** Two new people for each row, with an encrypted chat, on the gateway that all rows share. */
export interface Scene {
  operator: Operator;
  alice: TestDevice;
  bob: TestDevice;
  connections: { alice: TamperedConnection; bob: TamperedConnection };
  chat: string;
  /**
   * Adds a person or, with an existing person's phone, another device: a thief with an SMS code. The device sends
   * messages whether it
   * is approved or not.
   */
  person(name: string, phone?: string): Promise<TestDevice>;
  /** Adds a device that the gateway claims is approved. */
  createGhostDevice(name: string, phone: string): Promise<TestDevice>;
  /** Adds a device of this person that the person has approved. */
  createApprovedDevice(person: TestDevice): Promise<TestDevice>;
  /** One person sends; resolves when the other has received and decrypted the message. */
  sendAndReceive(from: TestDevice, to: TestDevice, text: string): Promise<string>;
  /** A device's cursor. */
  deviceOf(person: TestDevice): { identifier: string; deviceId: string };
  row(person: TestDevice, id: string): Promise<MessageRow>;
  systemLines(person: TestDevice): Promise<string[]>;
  /** Marks a text that nobody but the two may ever read. */
  secretText(text: string): string;
  /** Waits until nothing is in flight from this device. */
  waitUntilIdle(person: TestDevice): Promise<void>;
  goOffline(person: TestDevice): void;
  goOnline(person: TestDevice): Promise<void>;
}

export interface Attack {
  name: string;
  /** A description of the attack and its result. */
  does: string;
  run?(scene: Scene): Promise<void>;
  /** The reason why it is not cured yet, or only partly. */
  blockedBy?: string;
  /** Whether the chat is unusable after this row. */
  breaksChat?: true;
}
