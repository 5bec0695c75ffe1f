// Notifies the service worker of new messages that this page's engine has decrypted, and answers its requests.
import type { EngineEvent } from '@amber/client/bus';
import type { ConversationRow, MessageRow } from '@amber/client/db';
import { engine, events$, newMessageId } from '@amber/client/hostEngine';
import { accountDb, conversations$ } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import { asyncScheduler, filter, pairwise, startWith, throttleTime } from 'rxjs';
import type { ChatNotification, WorkerMessage } from '../../sw/messages.ts';
import { watchAlertSettings } from '../kit/alertSettings.ts';
import { words } from '../words/gen/settings.ts';
import { chatNotification, type Preview, senderOf } from './chatNotification.ts';
import { endPush, mayShowNotifications, refreshPush } from './push.ts';
import { registration, postToWorker } from './worker.ts';

/** The debounce and throttle interval in milliseconds, because settings change in bursts. */
const settleTime = 1_000;
/** Milliseconds to wait for the message of a push, which may arrive before it. */
const messageTimeout = 3_000;
const pollInterval = 150;

const me = () => session$.value?.identifier ?? '';

type ArrivalEvent = Extract<EngineEvent, { type: 'messageArrived' }>;

/** Resolves to the notification for a message; null if it is read. */
async function notificationOf(
  conversation: ConversationRow,
  message: MessageRow,
  { from, preview, previewKind, previewDuration }: Pick<ArrivalEvent, 'from'> & Preview,
): Promise<ChatNotification | null> {
  if (message.isRead) return null;
  const sender = conversation.type === 'group' ? await senderOf(conversation.conversionId, from) : '';
  return chatNotification({ conversation, message, me: me(), sender, preview, previewKind, previewDuration });
}

async function notificationFor(event: ArrivalEvent): Promise<ChatNotification | null> {
  const db = accountDb();
  const conversation = await db?.conversations.get(event.conversationId);
  const message = await db?.messages.get(event.id);
  return conversation && message ? notificationOf(conversation, message, event) : null;
}

/**
 * Resolves to the notification for a push once its message is stored; null if it is already read, and undefined if it
 * does not arrive in time.
 */
async function waitForNotification(conversationId: string, seq: number): Promise<ChatNotification | null | undefined> {
  for (
    const until = Date.now() + messageTimeout;
    Date.now() < until;
    await new Promise((done) => setTimeout(done, pollInterval))
  ) {
    const db = accountDb();
    const conversation = await db?.conversations.get(conversationId);
    const message = await db?.messages.where({ conversationId, order: seq }).first();
    if (conversation && message)
      return notificationOf(conversation, message, {
        ...conversation,
        from: message.content.sender?.identifier ?? '',
      });
  }
  return undefined;
}

async function sendReply(conversationId: string, seq: number, text: string): Promise<boolean> {
  await engine.send({ id: newMessageId(), conversationId, type: 'text', body: { text } });
  await engine.markRead({ conversationId, seq });
  return true;
}

/** Up to where a notification is about a conversation. */
interface ReadMark {
  conversation?: string;
  seq?: number;
}

/** Closes notifications of messages that were read, here or on another device. */
async function closeReadNotifications(readSeq: ReadonlyMap<string, number>): Promise<void> {
  for (const shown of (await (await registration())?.getNotifications()) ?? []) {
    const data = (shown.data ?? {}) as ReadMark & { call?: ReadMark };
    // That of a missed call is a notification of its own.
    const { conversation, seq } = data.call ?? data;
    if (conversation !== undefined && (readSeq.get(conversation) ?? 0) >= (seq ?? Infinity)) shown.close();
  }
}

interface Ports {
  /** Navigates to a path of the app. */
  open(path: string): void;
}

/** Starts, and returns a function that stops it. */
export function startNotifications({ open }: Ports): () => void {
  const arrivals = events$
    .pipe(
      filter((event) => event.type === 'messageArrived'),
      filter(() => mayShowNotifications()),
    )
    .subscribe((event) => {
      void notificationFor(event)
        .then((notice) => notice && postToWorker({ kind: 'notify', notice }))
        .catch(() => {}); // the list and its count show the message anyway
    });

  const reads = conversations$
    .pipe(throttleTime(settleTime, asyncScheduler, { leading: true, trailing: true }))
    .subscribe((rows) => {
      void closeReadNotifications(new Map(rows.map(({ conversionId, readSeq }) => [conversionId, readSeq]))).catch(
        () => {},
      );
    });

  const sessions = session$.pipe(startWith(session$.value), pairwise()).subscribe(([before, now]) => {
    if (!before || before.identifier === now?.identifier) return;
    void postToWorker({ kind: 'forgetNotices' });
    void endPush();
  });

  const onWorkerMessage = ({ data, ports: [port] }: MessageEvent<WorkerMessage>) => {
    const reply = (work: Promise<unknown>) =>
      void work.then(
        (answer) => port?.postMessage(answer),
        () => port?.postMessage(false),
      );
    if (data.kind === 'open') open(data.path);
    else if (data.kind === 'ask') reply(waitForNotification(data.conversation, data.seq));
    else if (data.kind === 'answer') reply(sendReply(data.conversation, data.seq, data.words));
    else if (data.kind === 'markRead')
      reply(engine.markRead({ conversationId: data.conversation, seq: data.seq }).then(() => true));
    else if (data.kind === 'subscriptionLost') void refreshPush();
  };
  navigator.serviceWorker?.addEventListener('message', onWorkerMessage);
  navigator.serviceWorker?.startMessages();

  let timer: ReturnType<typeof setTimeout> | undefined;
  const unwatch = watchAlertSettings(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void refreshPush(), settleTime);
  });
  const { answer, markRead } = words.notifications;
  // A first visit has no worker yet.
  void navigator.serviceWorker?.ready.then(() => {
    void postToWorker({ kind: 'noticeWords', words: { answer, markRead } });
    void refreshPush();
  });

  return () => {
    arrivals.unsubscribe();
    reads.unsubscribe();
    sessions.unsubscribe();
    unwatch();
    clearTimeout(timer);
    navigator.serviceWorker?.removeEventListener('message', onWorkerMessage);
  };
}
