// The security of a private chat: its keys, reloaded whenever a system line reports a change, and its latest messages.
import { type QueryState, useQuery } from '@amber/client/useQuery';
import type { ChatSecurity } from '@amber/client/bus';
import { arrivedPlain, type ConversationRow, type MessageRow } from '@amber/client/rows';
import { engine, events$ } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { useSubscription } from '@amber/client/useSubscription';
import { readSystem } from '@amber/proto/bodies';
import type { LocalLine } from '@amber/proto/systemCommands';
import { messagesInOrder } from '../kit/messagesInOrder.ts';

/** The number of latest messages to check; older ones are no longer relevant. */
const recentCount = 30;
const keyLines: ReadonlySet<string> = new Set<LocalLine>(['keyChanged', 'newDevice']);

const isKeyLine = ({ content }: MessageRow): boolean => keyLines.has(readSystem(content)?.cmdId ?? '');

/** What the latest messages say of the chat. */
interface Findings {
  /** Whether one of them differs from what its sender encrypted. */
  mismatch: boolean;
  /** Whether the other person's latest one arrived unencrypted. */
  plain: boolean;
}

/** Null in a group. */
export type Security = ({ request: QueryState<ChatSecurity>; refresh(): void } & Findings) | null;

const noFindings = { newest: '', mismatch: false, plain: false };

/** Returns the security of a private chat from this device; it needs no network. */
export function useSecurity(conversation: ConversationRow, me: string): Security {
  const { conversionId, type, userInfo, userSetting, sealing } = conversation;
  const isPrivate = type === 'private';
  const live = useLive(
    async (db) => {
      if (!isPrivate) return noFindings;
      const last = await messagesInOrder(db, conversionId).reverse().limit(recentCount).toArray();
      const latest = last.find(({ content }) => content.type !== 'system' && content.sender?.identifier !== me);
      return {
        newest: last.find(isKeyLine)?.id ?? '',
        mismatch: last.some(({ unreadable }) => unreadable === 'does_not_match'),
        plain: latest !== undefined && arrivedPlain(latest, conversation, me),
      };
    },
    [conversionId, isPrivate],
  );
  const { newest, ...findings } = live.status === 'ready' ? live.rows : noFindings;
  const [request, refresh] = useQuery(
    async () => (isPrivate ? engine.security({ conversationId: conversionId }) : null),
    [conversionId, isPrivate, newest, sealing?.number, userSetting?.encrypted, userSetting?.unencrypted],
  );
  // Verified in the panel, it shows in the header, and on other tabs.
  useSubscription(events$, (event) => {
    if (event.type === 'keysConfirmed' && userInfo.some(({ identifier }) => identifier === event.identifier)) refresh();
  });
  if (!isPrivate) return null;
  if (request.status !== 'ready') return { request, ...findings, refresh };
  const { answer } = request;
  return { request: answer ? { status: 'ready', answer } : { status: 'loading' }, ...findings, refresh };
}
