// One of the demo's people, with an engine of their own, so that their messages are encrypted as everybody's are.
import type { EngineEvent } from '@amber/client/bus';
import { openAccountDb } from '@amber/client/db';
import type { Calls, Input } from '@amber/proto';
import type { Quote } from '@amber/proto/bodies';
import { Fault, type FaultCode } from '@amber/proto/faults';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { asyncScheduler, concatMap, filter, type Subscription } from 'rxjs';
import { createEngine } from '../../shell/engine/engine.ts';
import type { SocketLike } from '../../shell/engine/kit/ports.ts';
import { loadNodeStoreClient } from './nodeStoreClient.ts';
import { drawPicture } from './pictures.ts';
import { closingTurn, type ScriptAction, scripts } from './privateChats.ts';
import type { PersonName } from './people.ts';

interface DemoPersonOptions {
  /** The gateway's address. */
  url: string;
  name: PersonName;
  phone: string;
  /** Resolves to the code that the gateway sends to a phone. */
  codeFor(phone: string): Promise<string>;
  /** Receives a sentence when this person could not answer. */
  print(sentence: string): void;
}

/** A message that the gateway has stored. */
interface StoredMessage {
  id: string;
  /** Its position in the conversation. */
  seq: number;
}

type ArrivedMessage = Extract<EngineEvent, { type: 'messageArrived' }>;

export type DemoPerson = Awaited<ReturnType<typeof createDemoPerson>>;

const thinkingTime = 1_200;
const typingTime = 1_600;
const retryInterval = 200;
const triesMax = 100;

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 24);

/** A picture or a file in a message. */
export type Attachment = Extract<ScriptAction, { picture: unknown } | { file: unknown }>;

/** Signs in. Keys and messages are in memory and end with the process. @throws Fault of the sign-in */
export async function createDemoPerson({ url, name, phone, codeFor, print }: DemoPersonOptions) {
  const databases = { indexedDB: new IDBFactory(), IDBKeyRange };
  const engine = await createEngine({
    clock: asyncScheduler,
    fetch,
    openSocket: (address) => new WebSocket(address) as unknown as SocketLike,
    databases,
    locks: { request: async (_name, _options, whileHeld) => whileHeld() },
    origin: url,
    deviceName: 'Demo',
    preKeys: 50,
    loadStoreClient: loadNodeStoreClient,
  });
  const codePromise = codeFor(phone);
  await engine.calls.getSms({ phone });
  await engine.calls.signIn({ phone, code: await codePromise });
  const { identifier } = engine.state$.value.session!;
  const db = openAccountDb(identifier, databases);

  /** Repeats the work a few times while it fails with this code. */
  async function retryOn<Result>(code: FaultCode, work: () => Promise<Result>): Promise<Result> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (thrown) {
        if (Fault.of(thrown).code !== code || tries === triesMax) throw thrown;
        await pause(retryInterval);
      }
    }
  }

  /** A call of the gateway. A slow machine may be too busy for a moment. */
  const call = <Name extends keyof Calls>(
    callName: Name,
    request: Input<Calls[Name]['request']>,
  ): Promise<Calls[Name]['reply']> =>
    retryOn('UNAVAILABLE', async () => (await engine.calls.api({ call: callName, request })) as never);

  /** Repeats the work until a push has informed this engine of the conversation. */
  const whenMember = <Result>(work: () => Promise<Result>): Promise<Result> => retryOn('NOT_MEMBER', work);

  /** Resolves when the gateway has stored the message, so that a message of somebody else comes after it. */
  async function whenStored(id: string): Promise<StoredMessage> {
    for (;;) {
      const row = await db.messages.get(id);
      if (row?.error) throw new Fault(row.fault);
      if (row && row.seq > 0) return { id, seq: row.seq };
      await pause(retryInterval);
    }
  }

  /** Sends a text; resolves when the gateway has stored the message. */
  async function sendText(
    conversationId: string,
    text: string,
    extras: { quote?: Quote; mentions?: string[] } = {},
  ): Promise<StoredMessage> {
    const id = newId();
    await whenMember(() => engine.calls.send({ id, conversationId, type: 'text', body: { text, ...extras } }));
    return whenStored(id);
  }

  /** Sends a picture or a file; resolves when the gateway has stored the message. */
  async function sendAttachment(conversationId: string, attachment: Attachment): Promise<StoredMessage> {
    const id = newId();
    const send = (
      type: 'image' | 'file',
      file: Blob,
      body: { mime: string; preview: string; width?: number; height?: number },
    ) =>
      whenMember(() =>
        engine.calls.sendFile({ id, conversationId, type, file, body: { name: attachment.name, ...body } }),
      );
    if ('file' in attachment) {
      await send('file', new Blob([attachment.file]), { mime: 'text/plain', preview: '' });
    } else {
      const { data, ...shape } = await drawPicture(attachment.picture);
      await send('image', new Blob([data]), { mime: 'image/png', ...shape });
    }
    return whenStored(id);
  }

  const react = (conversationId: string, messageId: string, emoji: string) =>
    whenMember(() =>
      engine.calls.command({
        id: newId(),
        conversationId,
        cmdId: 'reaction',
        targets: [messageId],
        body: { emoji, on: true, text: emoji },
      }),
    );

  /** Plays one action; `answered` is the visitor's message that the turn answers, if there is one. */
  async function play(conversationId: string, action: ScriptAction, answered?: ArrivedMessage): Promise<void> {
    if ('react' in action) {
      if (answered) await react(conversationId, answered.id, action.react);
      return;
    }
    if (!('text' in action)) {
      await sendAttachment(conversationId, action);
      return;
    }
    if (answered) {
      await pause(thinkingTime);
      await engine.calls.setTyping({ conversationId, typing: true });
      await pause(typingTime);
    }
    const quote = action.reply &&
      answered && { quote: { id: answered.id, author: answered.from, text: answered.preview } };
    await sendText(conversationId, action.text, quote || {});
  }

  let answering: Subscription | undefined;

  async function close(): Promise<void> {
    answering?.unsubscribe();
    db.close();
    await engine.close();
  }

  return {
    name,
    identifier,
    call,
    sendText,
    sendAttachment,
    react,

    joinSpace: (spaceId: string) => engine.calls.joinSpace({ spaceId }),

    /** Whether somebody has a device that this one can encrypt for. */
    async canEncryptFor(other: string): Promise<boolean> {
      const { preKeyBundle } = await call('user.distributePreKey', { list: [other] });
      return preKeyBundle.length > 0;
    },

    /** Plays the first turn of this person's script for somebody, and the next turn after each answer. */
    async playScript(other: string): Promise<void> {
      const { conversationId } = await engine.calls.openPrivateChat({ identifier: other });
      const [first = [], ...later] = scripts[name] ?? [];
      const turns = [...later, closingTurn].values();
      answering = engine.events$
        .pipe(
          filter(
            (event): event is ArrivedMessage =>
              event.type === 'messageArrived' && event.conversationId === conversationId,
          ),
          concatMap(async (answered) => {
            for (const action of turns.next().value ?? []) await play(conversationId, action, answered);
          }),
        )
        .subscribe({ error: (thrown: unknown) => print(`${name} could not answer: ${Fault.of(thrown).message}`) });
      for (const action of first) await play(conversationId, action);
    },

    /** Sends a text to a bot, and resolves when its answer has ended. */
    async askBot(aiBotId: string, text: string): Promise<void> {
      const { conversationId } = await engine.calls.openRobotChat({ aiBotId });
      const answered = new Promise<void>((resolve) => {
        const subscription = engine.events$.subscribe((event) => {
          if (event.type !== 'answerEnded' || event.conversationId !== conversationId) return;
          subscription.unsubscribe();
          resolve();
        });
      });
      await sendText(conversationId, text);
      await answered;
    },

    /** Ends the session; the account has no device afterwards. */
    async signOut(): Promise<void> {
      db.close(); // before it is deleted
      await engine.calls.signOut({ wipe: true });
      await engine.close();
    },

    close,
  };
}
