// One of the demo's people, with an engine of their own, so that their messages are encrypted as everybody's are.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { asyncScheduler, concatMap, filter, startWith } from 'rxjs';
import { createEngine } from '../../shell/engine/engine.ts';
import type { SocketLike } from '../../shell/engine/kit/ports.ts';
import { type Client, closingMessage } from './seedChats.ts';

interface DemoPersonOptions {
  /** The gateway's address. */
  url: string;
  phone: string;
  /** Resolves to the code that the gateway sends to a phone. */
  codeFor(phone: string): Promise<string>;
}

export type DemoPerson = Awaited<ReturnType<typeof createDemoPerson>>;

const thinkingTime = 1_200;
const typingTime = 1_600;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Signs in. Keys and messages are in memory and end with the process. @throws Fault of the sign-in */
export async function createDemoPerson({ url, phone, codeFor }: DemoPersonOptions) {
  const engine = await createEngine({
    clock: asyncScheduler,
    fetch,
    openSocket: (address) => new WebSocket(address) as unknown as SocketLike,
    databases: { indexedDB: new IDBFactory(), IDBKeyRange },
    locks: { request: async (_name, _options, whileHeld) => whileHeld() },
    origin: url,
    deviceName: 'Demo',
    preKeys: 50,
  });
  const codePromise = codeFor(phone);
  await engine.calls.getSms({ phone });
  await engine.calls.signIn({ phone, code: await codePromise });
  const { identifier } = engine.state$.value.session!;
  const client: Client = {
    identifier,
    call: async (call, request) => (await engine.calls.api({ call, request })) as never,
  };

  async function sendMessage(conversationId: string, text: string): Promise<void> {
    await pause(thinkingTime);
    await engine.calls.setTyping({ conversationId, typing: true });
    await pause(typingTime);
    await engine.calls.send({
      id: crypto.randomUUID().replaceAll('-', '').slice(0, 24),
      conversationId,
      type: 'text',
      body: { text },
    });
  }

  return {
    ...client,

    /** Whether somebody has a device that this one can encrypt for. */
    async canEncryptFor(other: string): Promise<boolean> {
      const { preKeyBundle } = await client.call('user.distributePreKey', { list: [other] });
      return preKeyBundle.length > 0;
    },

    /** Sends somebody the first step of the script, and the next step after each answer. */
    async playScript(other: string, script: readonly (readonly string[])[]): Promise<void> {
      const { conversationId } = await engine.calls.openPrivateChat({ identifier: other });
      const steps = [...script, [closingMessage]].values();
      engine.events$
        .pipe(
          filter((event) => event.type === 'messageArrived' && event.conversationId === conversationId),
          startWith(null),
          concatMap(async () => {
            for (const text of steps.next().value ?? []) await sendMessage(conversationId, text);
          }),
        )
        .subscribe();
    },

    /** Ends the session; the account has no device afterwards. */
    signOut: () => engine.calls.signOut({ wipe: true }),
    close: () => engine.close(),
  };
}
