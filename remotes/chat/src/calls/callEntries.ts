// The calls of this account, as the page of calls lists them.
import { callIndex, type ChangeRow, type AccountRows, type ConversationRow, type MessageRow } from '@amber/client/rows';
import { conversationProfile, type ConversationProfile } from '@amber/conversation-screen/conversationProfile';
import { startOfDay } from '@amber/conversation/format';
import { readBody, readSystem } from '@amber/proto/bodies';

/** How a call went for this person; 'unanswered' and 'theyDeclined' are own calls, 'ongoing' has not ended yet. */
export type CallKind = 'missed' | 'incoming' | 'outgoing' | 'unanswered' | 'declined' | 'theyDeclined' | 'ongoing';

export interface CallEntry {
  callId: string;
  profile: ConversationProfile;
  kind: CallKind;
  isMine: boolean;
  isVideo: boolean;
  at: number;
  /** In milliseconds; 0 if nobody has answered. */
  duration: number;
}

/** Consecutive calls of one day with one person; the missed ones stand apart. */
export interface CallGroup {
  /** The newest one. */
  call: CallEntry;
  count: number;
}

export interface CallDay {
  day: number;
  groups: CallGroup[];
}

export interface CallPage {
  calls: CallEntry[];
  hasMore: boolean;
}

function kindOf(outcome: unknown, isMine: boolean): CallKind {
  if (outcome === 'missed') return isMine ? 'unanswered' : 'missed';
  if (outcome === 'declined') return isMine ? 'theyDeclined' : 'declined';
  if (outcome === undefined) return 'ongoing';
  return isMine ? 'outgoing' : 'incoming';
}

/** Returns the entry of a call; undefined if its message or its chat is no longer on this device. */
function entryOf(
  message: MessageRow | undefined,
  conversation: ConversationRow | undefined,
  me: string,
): CallEntry | undefined {
  const line = message && readSystem(message.content);
  if (!line || line.cmdId !== 'callOffer' || message.withdrawn) return undefined;
  if (conversation?.status !== 'normal') return undefined;
  const { outcome, duration, video } = line.body;
  const isMine = line.actor === me;
  return {
    callId: message.id,
    profile: conversationProfile(conversation, me),
    kind: kindOf(outcome, isMine),
    isMine,
    isVideo: video === true,
    at: message.createdAt,
    duration: typeof duration === 'number' && duration > 0 ? duration : 0,
  };
}

/** Reads the entries of some rows of the index. */
async function readEntries(db: AccountRows, index: readonly ChangeRow[], me: string): Promise<CallEntry[]> {
  const rows = index.filter(({ kind }) => kind === 'call');
  const [messages, conversations] = await Promise.all([
    db.messages.bulkGet(rows.map(({ message }) => String(readBody(message)['callId']))),
    db.conversations.bulkGet(rows.map(({ conversationId }) => conversationId)),
  ]);
  return messages.flatMap((message, position) => entryOf(message, conversations[position], me) ?? []);
}

/** Reads the newest `count` calls. It reads on where calls are not listed, as those of a deleted chat. */
export async function readCalls(
  db: AccountRows,
  { me, count, onlyMissed }: { me: string; count: number; onlyMissed: boolean },
): Promise<CallPage> {
  const calls: CallEntry[] = [];
  for (let offset = 0; ; offset += count) {
    const index = await db.changes.where('target').equals(callIndex).reverse().offset(offset).limit(count).toArray();
    calls.push(...(await readEntries(db, index, me)).filter(({ kind }) => !onlyMissed || kind === 'missed'));
    if (index.length < count) return { calls: calls.slice(0, count), hasMore: calls.length > count };
    if (calls.length > count) return { calls: calls.slice(0, count), hasMore: true };
  }
}

/** Groups calls, newest first, by day and then as phones do. */
export function groupCalls(calls: readonly CallEntry[]): CallDay[] {
  const days: CallDay[] = [];
  for (const call of calls) {
    const day = startOfDay(call.at);
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] });
    const { groups } = days.at(-1)!;
    const last = groups.at(-1);
    const isSame =
      last?.call.profile.id === call.profile.id && (last.call.kind === 'missed') === (call.kind === 'missed');
    if (isSame) last.count += 1;
    else groups.push({ call, count: 1 });
  }
  return days;
}
