// Shows notifications: one per conversation, whether a push or a page reports a message first, and none while the app
// is in front.
import { limits } from '@amber/proto/limits';
import type { ChatNotification, NotificationWords, WorkerMessage } from './messages.ts';

/** The parts of the worker's environment that notifications need; tests pass fakes. */
export interface NotificationPorts {
  /** Returns the app's windows. */
  pages(): Promise<readonly WindowClient[]>;
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;
  /** Sends a request to a page. Resolves to its answer, or undefined if it does not answer in time. */
  ask(page: WindowClient, message: WorkerMessage): Promise<unknown>;
  openPage(path: string): Promise<unknown>;
  /** Stores a typed reply for the next page that opens. */
  storeReply(words: string): Promise<void>;
  /** Reads a small value that outlives the worker. */
  read(name: string): Promise<unknown>;
  write(name: string, value: unknown): Promise<void>;
  badge(count: number): Promise<void>;
}

/** The number of conversations whose last notification is remembered. */
const rememberedMax = 200;
const icon = `${limits.basePath}/icons/192.png`;
const badge = `${limits.basePath}/icons/badge.png`;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 4_000;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const fieldsOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

/** Whether the value is a path below the base path; a push could contain anything. */
const isPath = (value: unknown): value is string => isText(value) && /^\/(?![/\\])[\w/?&=%.~-]*$/.test(value);

/** Validates a notification from outside; null when it is invalid. */
export function parseNotification(value: unknown): ChatNotification | null {
  const { conversation, path, seq, title, body, count } = fieldsOf(value);
  const isComplete =
    isText(conversation) && isPath(path) && isCount(seq) && isText(title) && isText(body) && isCount(count);
  return isComplete ? { conversation, path, seq, title, body, count } : null;
}

type Options = NotificationOptions & {
  renotify?: boolean;
  actions?: { action: string; title: string; type?: string }[];
};

export function createNotifications(ports: NotificationPorts) {
  /** Notifications are serialised, because a push and a page may report the same message at once. */
  let queue: Promise<unknown> = Promise.resolve();
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(() => {});
    return result;
  };

  const isInFront = (pages: readonly WindowClient[]): boolean =>
    pages.some(({ focused, visibilityState }) => focused && visibilityState === 'visible');

  const shownSeqs = async () => fieldsOf(await ports.read('shown')) as Record<string, number>;

  async function isNew({ conversation, seq }: ChatNotification): Promise<boolean> {
    const shown = await shownSeqs();
    if ((shown[conversation] ?? 0) >= seq) return false;
    const { [conversation]: _, ...others } = shown;
    const recent = Object.entries(others).slice(-rememberedMax);
    await ports.write('shown', { ...Object.fromEntries(recent), [conversation]: seq });
    return true;
  }

  const show = (notice: ChatNotification, { silent, hasPage }: { silent: boolean; hasPage: boolean }) =>
    enqueue(async () => {
      if (!(await isNew(notice))) return;
      const { title, body, conversation, path, seq, count } = notice;
      const words = fieldsOf(await ports.read('words'));
      // Only the engine of an open page can do either; without one, the reply goes into the composer.
      const actions = [
        ...(isText(words['answer']) ? [{ action: 'answer', title: words['answer'], type: 'text' }] : []),
        ...(hasPage && isText(words['markRead']) ? [{ action: 'markRead', title: words['markRead'] }] : []),
      ];
      const options: Options = {
        body,
        tag: conversation,
        renotify: true,
        silent,
        icon,
        badge,
        data: { conversation, path, seq },
        actions,
      };
      await ports.registration.showNotification(count > 1 ? `${title} (${count})` : title, options);
    });

  async function close(conversation: string, upTo = Infinity): Promise<void> {
    for (const shown of await ports.registration.getNotifications({ tag: conversation }))
      if ((fieldsOf(shown.data)['seq'] as number) <= upTo) shown.close();
  }

  /** Shows a notification that belongs to no chat and only opens a page. */
  async function showPlain({ title, body, tag, data }: Record<string, unknown>, path: string): Promise<void> {
    if (!isText(title) || !isText(body) || !isText(tag)) return;
    // A later push may close it up to this position.
    const { seq, call } = fieldsOf(data);
    const { conversation, seq: lineSeq, rings } = fieldsOf(call);
    const isCall = isText(conversation) && isCount(lineSeq);
    const options: Options = {
      body,
      tag,
      icon,
      badge,
      // A call that was missed replaces its ring without a sound.
      renotify: rings === true,
      requireInteraction: rings === true,
      data: { path, ...(isCount(seq) && { seq }), ...(isCall && { call: { conversation, seq: lineSeq } }) },
    };
    await ports.registration.showNotification(title, options);
  }

  /** Navigates a visible page, else any page, to a path. Without a page it opens a new one. */
  async function open(path: string): Promise<void> {
    const pages = await ports.pages();
    const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
    if (!page) return void (await ports.openPage(path));
    page.postMessage({ kind: 'open', path } satisfies WorkerMessage);
    await page.focus().catch(() => {}); // the browser may refuse
  }

  /** Whether a page has completed the action. */
  async function delegateToPage(message: WorkerMessage): Promise<boolean> {
    for (const page of await ports.pages()) if ((await ports.ask(page, message)) === true) return true;
    return false;
  }

  return {
    /** Handles a push, whose text is from the gateway. */
    async push(text: string): Promise<void> {
      const payload = fieldsOf(JSON.parse(text));
      const closing = fieldsOf(payload['close']);
      const received = fieldsOf(payload['notification']);
      const count = payload['close'] ? closing['app_badge'] : received['app_badge'];
      const pages = await ports.pages();
      // An open page counts by itself.
      if (isCount(count) && pages.length === 0) await ports.badge(count);
      if (payload['close']) {
        if (isText(closing['conversation']) && isCount(closing['seq']))
          await close(closing['conversation'], closing['seq']);
        return;
      }
      const data = fieldsOf(received['data']);
      // The person pressed the test button, so the app is in front and the notification is shown anyway.
      if (data['test'] === true) return showPlain(received, '/settings/notifications');
      if (!('conversation' in data) && isPath(data['path'])) {
        if (!isInFront(pages)) return showPlain(received, data['path']);
        // The page shows it by itself, and what came before is over.
        return isText(received['tag']) ? close(received['tag']) : undefined;
      }
      const notice = parseNotification({ ...data, title: received['title'], body: received['body'] });
      if (!notice || isInFront(pages)) return;
      for (const page of pages) {
        const answer = await ports.ask(page, { kind: 'ask', conversation: notice.conversation, seq: notice.seq });
        if (answer === null) return;
        const fromPage = parseNotification(answer);
        if (fromPage) return show(fromPage, { silent: true, hasPage: true });
      }
      await show(notice, { silent: false, hasPage: pages.length > 0 });
    },

    /** Handles a message that a page has decrypted. */
    async notify(value: unknown): Promise<void> {
      const notice = parseNotification(value);
      // The notification is silent, because the page plays its own sound.
      if (notice && !isInFront(await ports.pages())) await show(notice, { silent: true, hasPage: true });
    },

    storeWords: ({ answer, markRead }: NotificationWords) => ports.write('words', { answer, markRead }),

    /** Removes the notifications of an account that signed out. */
    async clear(): Promise<void> {
      for (const shown of await ports.registration.getNotifications()) shown.close();
      await ports.write('shown', {});
      await ports.badge(0);
    },

    /** Handles a press on a notification, or on one of its buttons. */
    async handleClick(value: unknown, action: string, reply: string): Promise<void> {
      const { conversation, path, seq } = fieldsOf(value);
      if (!isPath(path)) return;
      const isChat = isText(conversation) && isCount(seq);
      if (isChat && action === 'markRead' && (await delegateToPage({ kind: 'markRead', conversation, seq }))) return;
      const words = action === 'answer' ? reply.trim() : '';
      if (!isChat || words === '') return open(path);
      if (await delegateToPage({ kind: 'answer', conversation, seq, words })) return;
      await ports.storeReply(words);
      await open(`/share?to=${encodeURIComponent(conversation)}`);
    },
  };
}
