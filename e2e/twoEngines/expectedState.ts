// The expected state of every device, derived from the gateway's stored rows by the rules alone, without any code under
// test.
import { decode } from '@amber/proto/codec';
import pg from 'pg';

/** An action of a person on a device, in the order of the actions. */
export interface ActionRecord {
  id: string;
  by: string;
  /** The device's name. */
  on: string;
  chat: string;
  /** 'text', or the command's name. */
  kind: string;
  text: string;
  targets: readonly string[];
  /** Reactions only: whether it is added or removed. */
  isAdded?: boolean;
  /** The device's last seq in the chat; the gateway decides by this state or a later one. */
  seenSeq: number;
}

interface StoredRow {
  seq: number;
  id: string;
  sender: string;
  /** The device that sent the message and, in an encrypted chat, the devices that it was encrypted for. */
  device: string;
  copies: ReadonlySet<string>;
  kind: string;
  targets: readonly string[];
  text: string;
}

export interface Membership {
  identifier: string;
  role: string;
  joinedSeq: number;
  leftSeq: number | null;
  readSeq: number;
}

export interface Chat {
  id: string;
  type: string;
  name: string;
  lastSeq: number;
  rows: StoredRow[];
  members: Membership[];
}

/** The state of a chat at one seq, by the rules. */
interface ChatState {
  members: ReadonlySet<string>;
  owner: string;
  name: string;
  authors: ReadonlyMap<string, string>;
  withdrawn: ReadonlySet<string>;
}

/** Commands that are shown in the timeline where they happened. */
const shownCommands = new Set([
  'createGroup',
  'inviteMember',
  'deleteMember',
  'quitMember',
  'groupName',
  'dismissGroup',
]);

/** Records every copy with text that the gateway ever stored, for `readChats`, because the gateway deletes them. */
export const recordCopies = (client: pg.Client): Promise<unknown> =>
  client.query(`
    create table sealed_for (conversation text, seq bigint, identifier text, device text);
    create index on sealed_for (conversation);
    create function record_copy() returns trigger language plpgsql as $$
    begin
      if new.envelope is not null then
        insert into sealed_for values (new.conversation, new.seq, new.identifier, new.device);
      end if;
      return null;
    end $$;
    create trigger record_copy after insert on device_copy for each row execute function record_copy();`);

/** The devices for which any text of these people was encrypted. */
export async function devicesSealedFor(client: pg.Client, people: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ device: string }>(
    'select distinct device from sealed_for where identifier = any($1)',
    [people],
  );
  return new Set(rows.map(({ device }) => device));
}

/** The devices that the gateway lists. */
export async function listedDevices(client: pg.Client, people: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await client.query<{ device: string; approved: boolean }>(
    'select device, approved from device where identifier = any($1)',
    [people],
  );
  return new Map(rows.map(({ device, approved }) => [device, approved]));
}

/** Every chat of these people, as the gateway stores it. */
export async function readChats(client: pg.Client, people: readonly string[]): Promise<Chat[]> {
  const { rows: chats } = await client.query<{ id: string; type: string; name: string; last_seq: string }>(
    `select id, type, name, last_seq from conversation c where coalesce(pair, '') not in (select p || '/' || p from unnest($1::text[]) p)
     and exists (select from member where conversation = c.id and identifier = any($1)) order by created_at, id`,
    [people],
  );
  const ids = chats.map(({ id }) => id);
  const [{ rows: messages }, { rows: members }] = [
    await client.query<{
      conversation: string;
      seq: string;
      id: string;
      sender: string;
      device: string;
      cmd_id: string;
      target: string | null;
      body: Buffer | null;
      copies: string[] | null;
    }>(
      `select conversation, seq, id, sender, device, cmd_id, target, body,
         (select array_agg(s.device) from sealed_for s where s.conversation = m.conversation and s.seq = m.seq) as copies
       from message m where conversation = any($1) order by seq`,
      [ids],
    ),
    await client.query<{
      conversation: string;
      identifier: string;
      role: string;
      joined_seq: string;
      left_seq: string | null;
      read_seq: string;
    }>(
      'select conversation, identifier, role, joined_seq, left_seq, read_seq from member where conversation = any($1)',
      [ids],
    ),
  ];
  return chats.map(({ id, type, name, last_seq }) => ({
    id,
    type,
    name,
    lastSeq: Number(last_seq),
    rows: messages
      .filter(({ conversation }) => conversation === id)
      .map(({ seq, id: message, sender, device, cmd_id, target, body, copies }) => {
        const content = body && decode('Content', body);
        const { name: text = '' } = content && cmd_id ? (JSON.parse(content.message || '{}') as { name?: string }) : {};
        return {
          seq: Number(seq),
          id: message,
          sender,
          device,
          copies: new Set(copies),
          kind: cmd_id || 'text',
          targets: target ? [target] : (content?.targets ?? []),
          text,
        };
      }),
    members: members
      .filter(({ conversation }) => conversation === id)
      .map(({ identifier, role, joined_seq, left_seq, read_seq }) => ({
        identifier,
        role,
        joinedSeq: Number(joined_seq),
        leftSeq: left_seq === null ? null : Number(left_seq),
        readSeq: Number(read_seq),
      })),
  }));
}

/** The reason why this action is not allowed in this state; empty when it is. */
function refusalReason(
  state: ChatState,
  chat: Pick<Chat, 'type'>,
  { by, kind, targets }: Pick<ActionRecord, 'by' | 'kind' | 'targets'>,
): string {
  const isGroup = chat.type === 'group';
  const isOwner = isGroup && state.owner === by;
  const [target = ''] = targets;
  if (isGroup && !state.members.has(by)) return 'is no member';
  switch (kind) {
    case 'withdraw':
    case 'edit':
    case 'reaction': {
      const author = state.authors.get(target);
      if (author === undefined) return 'there is no such message';
      if (state.withdrawn.has(target)) return 'it has been withdrawn';
      return kind === 'reaction' || author === by || (kind === 'withdraw' && isOwner) ? '' : 'is not its author';
    }
    case 'inviteMember':
      return targets.every((one) => state.members.has(one)) ? 'they are members' : '';
    case 'deleteMember':
      return !isOwner
        ? 'is not the owner'
        : targets.every((one) => state.members.has(one))
          ? ''
          : 'they are no members';
    case 'quitMember':
      return isOwner && state.members.size > 1 ? 'the owner stays' : '';
    case 'groupName':
      return isOwner ? '' : 'is not the owner';
    default:
      return '';
  }
}

function applyRow(state: ChatState, { id, sender, kind, targets, text }: StoredRow): ChatState {
  switch (kind) {
    case 'text':
      return { ...state, authors: new Map([...state.authors, [id, sender]]) };
    case 'withdraw':
      return { ...state, withdrawn: new Set([...state.withdrawn, ...targets]) };
    case 'createGroup':
      return { ...state, owner: sender, name: text, members: new Set([sender, ...targets]) };
    case 'inviteMember':
      return { ...state, members: new Set([...state.members, ...targets]) };
    case 'deleteMember':
      return { ...state, members: new Set([...state.members].filter((one) => !targets.includes(one))) };
    // An owner who is alone dissolves the group by leaving.
    case 'quitMember':
      return { ...state, members: new Set([...state.members].filter((one) => one !== sender)) };
    case 'groupName':
      return { ...state, name: text };
    default:
      return state;
  }
}

const initialState: ChatState = { members: new Set(), owner: '', name: '', authors: new Map(), withdrawn: new Set() };

/** The states that a chat went through; the first is the initial one. */
const statesOf = ({ rows }: Chat): ChatState[] =>
  rows.reduce((all, row) => [...all, applyRow(all.at(-1)!, row)], [initialState]);

/**
 * The gateway's errors: gaps, duplicates, rows that nobody sent, forbidden ones, and losses without a reason. Messages
 * that a
 * device had not sent before it was signed out are lost with it.
 */
export function findGatewayErrors(
  chats: readonly Chat[],
  records: readonly ActionRecord[],
  signedOut: ReadonlySet<string>,
): string[] {
  const recordById = new Map(records.map((record) => [record.id, record]));
  const problems: string[] = [];
  for (const chat of chats) {
    const states = statesOf(chat);
    chat.rows.forEach((row, index) => {
      const record = recordById.get(row.id);
      const label = `${chat.type} ${chat.id} row ${row.seq} (${row.kind} ${row.id})`;
      if (row.seq !== index + 1) problems.push(`${label}: a hole before it`);
      // Devices request missing messages from each other.
      if (['createGroup', 'resendRequest', 'resend'].includes(row.kind)) return;
      if (!record || record.by !== row.sender || record.chat !== chat.id || record.kind !== row.kind)
        problems.push(`${label}: nobody sent it`);
      const reason = refusalReason(states[index]!, chat, { by: row.sender, kind: row.kind, targets: row.targets });
      if (reason) problems.push(`${label}: was taken although ${row.sender} ${reason}`);
    });
    if (chat.lastSeq !== chat.rows.length)
      problems.push(`${chat.id}: the counter says ${chat.lastSeq}, there are ${chat.rows.length}`);
    const last = states.at(-1)!;
    if (chat.type === 'group') {
      const currentMembers = chat.members
        .filter(({ leftSeq }) => leftSeq === null)
        .map(({ identifier }) => identifier)
        .sort();
      if (currentMembers.join() !== [...last.members].sort().join())
        problems.push(`${chat.id}: members ${currentMembers.join()} instead of ${[...last.members].sort().join()}`);
      if (chat.name !== last.name) problems.push(`${chat.id}: called '${chat.name}' instead of '${last.name}'`);
    }
    const stored = new Set(chat.rows.map(({ id }) => id));
    for (const record of records.filter(
      (one) => one.chat === chat.id && !stored.has(one.id) && !signedOut.has(one.on),
    )) {
      const targetSeq = record.kind !== 'text' ? chat.rows.findIndex(({ id }) => id === record.targets[0]) + 1 : 0;
      const possible = states.slice(Math.max(record.seenSeq, targetSeq));
      if (!possible.some((state) => refusalReason(state, chat, record) !== ''))
        problems.push(`${chat.id}: ${record.kind} ${record.id} of ${record.by} was lost`);
    }
  }
  return problems;
}

/** A timeline's line as text, so that two of them can be compared and read. */
export const describeEntry = (
  seq: number,
  kind: string,
  text: string,
  changes: { withdrawn: boolean; edited: string | undefined; reactions: ReadonlyMap<string, readonly string[]> },
): string => {
  if (kind !== 'text') return `${seq} ${kind}`;
  if (changes.withdrawn) return `${seq} withdrawn`;
  const reactions = [...changes.reactions]
    .filter(([, by]) => by.length > 0)
    .map(([emoji, by]) => `${emoji}${[...by].sort().join('+')}`)
    .sort();
  return [`${seq} '${changes.edited ?? text}'`, ...(changes.edited === undefined ? [] : ['edited']), ...reactions].join(
    ' ',
  );
};

/** A line with the message's id. */
export interface TimelineEntry {
  id: string;
  text: string;
}

/** The data of a device that shows a chat. */
export interface Viewer {
  person: string;
  device: string;
  deletedLocally: ReadonlySet<string>;
  /** Devices that are no longer approved; this device may or may not show their messages. */
  revokedDevices: ReadonlySet<string>;
  /** Copies for this device that nobody can resend. */
  lostCopies: ReadonlySet<string>;
}

/**
 * The view that a member must have of a chat on a device: its lines, and the unread count. In a private chat it
 * consists of the
 * device's own messages and those encrypted for it. `unsure` are messages whose appearance the rules do not determine.
 */
export function expectedView(
  chat: Chat,
  { person, device, deletedLocally, revokedDevices, lostCopies }: Viewer,
  records: ReadonlyMap<string, ActionRecord>,
) {
  const { joinedSeq, readSeq } = chat.members.find(
    ({ identifier, leftSeq }) => identifier === person && leftSeq === null,
  )!;
  const isOnDevice = (row: StoredRow) => chat.type === 'group' || row.device === device || row.copies.has(device);
  const isUnsure = (row: StoredRow) =>
    chat.type === 'private' && row.device !== device && (revokedDevices.has(row.device) || lostCopies.has(row.id));
  const rows = chat.rows.filter((row) => isOnDevice(row) && (chat.type === 'private' || row.seq > joinedSeq));
  const unsure = new Set([
    ...rows.filter(isUnsure).flatMap(({ id, targets }) => [id, ...targets]),
    // The gateway has deleted the copies of withdrawn messages, and this device does not know of the withdrawal.
    ...chat.rows.flatMap((row) => (row.kind === 'withdraw' && !isOnDevice(row) ? row.targets : [])),
  ]);
  const lines = rows
    .filter(({ id, kind }) => !deletedLocally.has(id) && (kind === 'text' || shownCommands.has(kind)))
    .map((row) => {
      const changes = rows.filter(({ targets, kind }) => targets[0] === row.id && kind !== 'text');
      const reactions = new Map<string, string[]>();
      for (const { id, sender } of changes.filter(({ kind }) => kind === 'reaction')) {
        const { text: emoji, isAdded } = records.get(id)!;
        const others = (reactions.get(emoji) ?? []).filter((one) => one !== sender);
        reactions.set(emoji, isAdded ? [...others, sender] : others);
      }
      const edit = changes.findLast(({ kind }) => kind === 'edit');
      const withdrawn = changes.some(({ kind }) => kind === 'withdraw');
      return {
        row,
        withdrawn,
        text: describeEntry(row.seq, row.kind, records.get(row.id)?.text ?? '', {
          withdrawn,
          edited: edit && records.get(edit.id)!.text,
          reactions,
        }),
      };
    });
  const isUnread = (row: StoredRow) => row.kind === 'text' && row.sender !== person && row.seq > readSeq;
  const unread = lines.filter(({ row }) => isUnread(row));
  // Messages without a copy for this device may count too.
  const others = chat.rows.filter((row) => !isOnDevice(row) && row.seq > readSeq && row.sender !== person);
  return {
    joinedSeq,
    unsure,
    idsOnDevice: new Set(rows.map(({ id }) => id)),
    lines: lines.map(({ row: { id }, text }): TimelineEntry => ({ id, text })),
    // A message withdrawn before it arrived cannot be read; one device may have seen it in time, another not.
    unreadMin: unread.filter(({ row, withdrawn }) => !withdrawn && !unsure.has(row.id)).length,
    unreadMax: unread.length + others.length,
  };
}
