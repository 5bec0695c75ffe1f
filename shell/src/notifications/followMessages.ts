// Tells the service worker of new messages that this page's engine has opened, and answers what it asks.
import { engine, events$, newMessageId } from '@amber/client/engine';
import { accountDb, conversations$ } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import { asyncScheduler, filter, pairwise, startWith, throttleTime } from 'rxjs';
import type { ChatNotice, WorkerMessage } from '../../sw/messages.ts';
import { watchAttention } from '../kit/attention.ts';
import { words } from '../words/gen/settings.ts';
import { chatNotice, senderOf } from './chatNotice.ts';
import { endPush, isOn, refreshPush } from './push.ts';
import { registration, tellWorker } from './worker.ts';

/** Changes of the settings come in numbers. */
const settled = 1_000;
/** A push may be here before its message. */
const waitFor = 3_000;
const lookEvery = 150;

const me = () => session$.value?.identifier ?? '';

type Arrived = Extract<Parameters<Parameters<typeof events$.subscribe>[0] & object>[0], { type: 'messageArrived' }>;

async function noticeOf({ conversationId, id, from, preview, previewKind }: Arrived): Promise<ChatNotice | null> {
  const db = accountDb();
  const [conversation, message] = [await db?.conversations.get(conversationId), await db?.messages.get(id)];
  if (!conversation || !message || message.isRead) return null;
  const sender = conversation.type === 'group' ? await senderOf(conversationId, from) : '';
  return chatNotice({ conversation, message, me: me(), sender, preview, previewKind });
}

/** The notice for a push, once its message is here; undefined when it does not come. */
async function noticeFor(conversationId: string, seq: number): Promise<ChatNotice | null | undefined> {
  for (
    const until = Date.now() + waitFor;
    Date.now() < until;
    await new Promise((done) => setTimeout(done, lookEvery))
  ) {
    const db = accountDb();
    const conversation = await db?.conversations.get(conversationId);
    const message = await db?.messages.where({ conversationId, order: seq }).first();
    if (!conversation || !message) continue;
    if (message.isRead) return null;
    const sender =
      conversation.type === 'group' ? await senderOf(conversationId, message.content.sender?.identifier ?? '') : '';
    const { preview, previewKind } = conversation;
    return chatNotice({ conversation, message, me: me(), sender, preview, previewKind });
  }
  return undefined;
}

async function answerFrom(conversationId: string, seq: number, text: string): Promise<boolean> {
  await engine.send({ id: newMessageId(), conversationId, type: 'text', body: { text } });
  await engine.markRead({ conversationId, seq });
  return true;
}

/** Notifications of what has been read, here or elsewhere. */
async function closeRead(readSeq: ReadonlyMap<string, number>): Promise<void> {
  for (const shown of (await (await registration())?.getNotifications()) ?? []) {
    const { conversation, seq } = (shown.data ?? {}) as { conversation?: string; seq?: number };
    if (conversation !== undefined && (readSeq.get(conversation) ?? 0) >= (seq ?? Infinity)) shown.close();
  }
}

interface Ports {
  /** Shows a path of the app. */
  open(path: string): void;
}

/** Starts; returns what stops it. */
export function followMessages({ open }: Ports): () => void {
  const arrivals = events$
    .pipe(
      filter((event) => event.type === 'messageArrived'),
      filter(() => isOn()),
    )
    .subscribe((event) => {
      void noticeOf(event)
        .then((notice) => notice && tellWorker({ kind: 'notify', notice }))
        .catch(() => {}); // its list and its count are there all the same
    });

  const reads = conversations$
    .pipe(throttleTime(settled, asyncScheduler, { leading: true, trailing: true }))
    .subscribe((rows) => {
      void closeRead(new Map(rows.map(({ conversionId, readSeq }) => [conversionId, readSeq]))).catch(() => {});
    });

  const sessions = session$.pipe(startWith(session$.value), pairwise()).subscribe(([before, now]) => {
    if (!before || before.identifier === now?.identifier) return;
    void tellWorker({ kind: 'forgetNotices' });
    void endPush();
  });

  const hear = ({ data, ports: [port] }: MessageEvent<WorkerMessage>) => {
    const reply = (work: Promise<unknown>) =>
      void work.then(
        (answer) => port?.postMessage(answer),
        () => port?.postMessage(false),
      );
    if (data.kind === 'open') open(data.path);
    else if (data.kind === 'ask') reply(noticeFor(data.conversation, data.seq));
    else if (data.kind === 'answer') reply(answerFrom(data.conversation, data.seq, data.words));
    else if (data.kind === 'markRead')
      reply(engine.markRead({ conversationId: data.conversation, seq: data.seq }).then(() => true));
    else if (data.kind === 'subscriptionLost') void refreshPush();
  };
  navigator.serviceWorker?.addEventListener('message', hear);
  navigator.serviceWorker?.startMessages();

  let timer: ReturnType<typeof setTimeout> | undefined;
  const unwatch = watchAttention(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void refreshPush(), settled);
  });
  const { answer, markRead } = words.notifications;
  // A first visit has no worker yet.
  void navigator.serviceWorker?.ready.then(() => {
    void tellWorker({ kind: 'noticeWords', words: { answer, markRead } });
    void refreshPush();
  });

  return () => {
    arrivals.unsubscribe();
    reads.unsubscribe();
    sessions.unsubscribe();
    unwatch();
    clearTimeout(timer);
    navigator.serviceWorker?.removeEventListener('message', hear);
  };
}
