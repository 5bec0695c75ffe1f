// Pushes new rows to every connected device that may see them. Hints on the bus make this fast; a periodic sweep makes
// it reliable.
import type { CallPush, Input, Notify, RobotMessage } from '@amber/proto';
import { subjects, type Hint } from '../../core/bus.ts';
import { pushFrame, type WireFrame } from '../../core/wireFrame.ts';
import type { ChangeLog, LiveChanges } from './changeLog.ts';
import type { Listener } from './listener.ts';
import type { Notices, TargetedNotice } from './notices.ts';
import {
  changedConversations,
  currentMemberships,
  membersOf,
  membershipsOf,
  type MembershipRow,
  type LiveConversation,
  type UndeliveredRows,
} from '../members/liveConversations.ts';
import type { StoredRow } from '../../core/storedRow.ts';
import { isRedacted, readRows, toRow } from '../sync/storedRows.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

/** A person with devices connected here. */
interface OnlinePerson {
  listeners: Set<Listener>;
  liveConversations: Set<LiveConversation>;
  ready: Promise<void>;
  /** The position up to which stored notices have been pushed, in order. */
  pushedNoticeSeq: number;
  noticeQueue: Promise<void>;
  unsubscribe(): void;
}

interface FanoutPorts extends Pick<GatewayBase, 'pool' | 'bus' | 'limits' | 'onError'> {
  notices: Notices;
  changeLog: ChangeLog;
}

/** Milliseconds to wait for earlier rows before reading them: hints of several gateways can overtake each other. */
const earlierRowsWait = 50;

export type Fanout = ReturnType<typeof createFanout>;

export function createFanout({ pool, bus, limits, notices, changeLog, onError }: FanoutPorts) {
  const onlinePeople = new Map<string, OnlinePerson>();
  const liveConversations = new Map<string, LiveConversation>();
  let sweeping: Promise<void> = Promise.resolve();
  /**
   * Opened or connected since the last sweep. What changed while their state was being read is compared by the next one,
   * because this one did not know of them.
   */
  let newConversations = new Set<LiveConversation>();
  let newListeners = new Set<Listener>();

  /** After a failure anything may be missing here, so the next sweep compares everything. */
  function handleFailure(error: unknown): void {
    changeLog.forget();
    onError(error);
  }

  bus.subscribe(subjects.sessions, (hint) => {
    if (hint.kind === 'revoked') signOut(new Set([hint.family]));
  });

  function signOut(families: Set<string>): void {
    for (const { listeners } of onlinePeople.values()) {
      for (const listener of listeners) if (families.has(listener.family)) listener.signOut();
    }
  }

  function handleHint(identifier: string, hint: Hint): void {
    if (hint.kind === 'membership') void subscribeConversations(identifier, 'joined').catch(handleFailure);
    const person = onlinePeople.get(identifier);
    if (!person) return;
    if (hint.kind === 'preview') pushPreview(person, hint);
    if (hint.kind === 'call') pushCall(person, hint);
    if (hint.kind !== 'notice') return;
    if (hint.notify.noticeSeq) pushNoticesInOrder(identifier, person, hint.notify.noticeSeq);
    else pushNotify(person, hint.notify, hint);
  }

  function pushNotify(
    { listeners }: OnlinePerson,
    notify: Input<Notify>,
    { exceptDevice, onlyDevice }: { exceptDevice?: string | null; onlyDevice?: string | null },
  ): void {
    const frame = pushFrame('pushNotify', notify);
    for (const listener of listeners)
      if (listener.device !== exceptDevice && (onlyDevice ?? listener.device) === listener.device) listener.push(frame);
  }

  /** Pushes stored notices in order and without gaps, so that a device with one of them has all before it. */
  function pushNoticesInOrder(identifier: string, person: OnlinePerson, upTo: number): void {
    person.noticeQueue = person.noticeQueue
      .then(async () => {
        if (person.pushedNoticeSeq >= upTo) return;
        const missed: TargetedNotice[] = await notices.after(identifier, person.pushedNoticeSeq);
        for (const { notify, ...target } of missed) pushNotify(person, notify, target);
        person.pushedNoticeSeq = missed.at(-1)?.notify.noticeSeq ?? upTo;
      })
      .catch(handleFailure);
  }

  /** Prepares a newly connected person: older notices are left to the device's own sync. */
  async function initPerson(identifier: string, person: OnlinePerson): Promise<void> {
    await changeLog.begin();
    const { rows } = await pool.query<{ notice_seq: number }>('select notice_seq from person where identifier = $1', [
      identifier,
    ]);
    person.pushedNoticeSeq = rows[0]?.notice_seq ?? 0;
    // A membership that changes after it is read must be announced to this gateway.
    await bus.flush();
    await subscribeConversations(identifier, 'connected');
  }

  /**
   * The position after which pushing to a new member begins: where their visible range begins, or the current end when
   * that range is long.
   */
  const firstPushedSeq = ({ joined_seq, last_seq }: MembershipRow): number =>
    last_seq - joined_seq > limits.syncPage ? last_seq : joined_seq;

  /**
   * Subscribes to a person's conversations. After connecting, the device itself catches up on everything sent before
   * this resolves.
   */
  async function subscribeConversations(identifier: string, trigger: 'connected' | 'joined'): Promise<void> {
    const opened: LiveConversation[] = [];
    for (const membership of await membershipsOf(pool, [identifier])) {
      const isOpen = liveConversations.has(membership.conversation);
      if (trigger === 'connected') addMember(membership, membership.last_seq);
      else if (addMember(membership, firstPushedSeq(membership))) requestResync(membership);
      const live = liveConversations.get(membership.conversation);
      if (live && live.pushedSeq < membership.last_seq)
        deliver(live, membership.last_seq, membership.members_version, []);
      if (live && !isOpen) opened.push(live);
    }
    const flushed = bus.flush();
    if (!flushed) return;
    await flushed;
    // Other gateways may have stored rows before the subscriptions took effect.
    if (trigger === 'joined' && opened.length > 0) await deliverChanges(opened);
  }

  /** Makes a new member's devices sync when rows that they may see were pushed before the member was added. */
  function requestResync({ identifier, conversation, joined_seq }: MembershipRow): void {
    const live = liveConversations.get(conversation);
    if (live && live.pushedSeq > joined_seq) notifyChanged(identifier, conversation);
  }

  const notifyChanged = (identifier: string, conversationId: string) =>
    handleHint(identifier, { kind: 'notice', notify: { type: 'conversationChanged', conversationId, identifier } });

  /**
   * Adds a connected person to a live conversation, and returns whether they are new in it. `pushedSeq` applies when
   * nobody else here is a member.
   */
  function addMember(membership: MembershipRow, pushedSeq: number): boolean {
    const person = onlinePeople.get(membership.identifier);
    if (!person) return false;
    const live = liveConversations.get(membership.conversation) ?? openConversation(membership, pushedSeq);
    const isNew = !live.members.has(membership.identifier);
    live.members.set(membership.identifier, {
      from: membership.joined_seq,
      upTo: membership.left_seq ?? Infinity,
      listeners: person.listeners,
    });
    person.liveConversations.add(live);
    return isNew;
  }

  function openConversation({ conversation, members_version }: MembershipRow, pushedSeq: number): LiveConversation {
    const live: LiveConversation = {
      conversation,
      pushedSeq,
      membersVersion: members_version,
      members: new Map(),
      undelivered: [],
      onUndelivered: () => undefined,
      deliveries: Promise.resolve(),
      unsubscribe: bus.subscribe(subjects.conversation(conversation), (hint) => {
        if (hint.kind === 'rows') deliver(live, hint.toSeq, hint.membersVersion, hint.rows);
        if (hint.kind === 'typing') pushTyping(live, hint);
        if (hint.kind === 'chunk') pushAnswerChunk(live, hint.chunk);
      }),
    };
    liveConversations.set(conversation, live);
    newConversations.add(live);
    return live;
  }

  function leave(live: LiveConversation, identifier: string): void {
    live.members.delete(identifier);
    onlinePeople.get(identifier)?.liveConversations.delete(live);
  }

  function closeIfEmpty(live: LiveConversation): void {
    if (live.members.size > 0 || liveConversations.get(live.conversation) !== live) return;
    live.unsubscribe();
    liveConversations.delete(live.conversation);
  }

  function deliver(live: LiveConversation, toSeq: number, membersVersion: number, rows: StoredRow[]): void {
    live.undelivered.push({ toSeq, membersVersion, rows });
    live.onUndelivered();
    live.deliveries = live.deliveries.then(() => deliverAll(live)).catch(handleFailure);
  }

  /** Delivers the waiting ranges, the earliest first. */
  async function deliverAll(live: LiveConversation): Promise<void> {
    while (live.undelivered.length > 0) {
      if (isGapBefore(live, earliest(live))) await waitForEarlierRows(live);
      const next = earliest(live);
      live.undelivered.splice(live.undelivered.indexOf(next), 1);
      await deliverRange(live, next);
    }
  }

  /** A range without rows is read from the database, so it fills gaps. */
  const firstSeqOf = ({ rows }: UndeliveredRows): number => rows[0]?.seq ?? 0;
  const earliest = ({ undelivered }: LiveConversation): UndeliveredRows =>
    undelivered.reduce((first, one) => (firstSeqOf(one) < firstSeqOf(first) ? one : first));
  const isGapBefore = ({ pushedSeq }: LiveConversation, range: UndeliveredRows): boolean =>
    firstSeqOf(range) > pushedSeq + 1;

  async function waitForEarlierRows(live: LiveConversation): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, earlierRowsWait);
      live.onUndelivered = () => {
        if (isGapBefore(live, earliest(live))) return;
        clearTimeout(timer);
        resolve();
      };
    });
    live.onUndelivered = () => undefined;
  }

  async function deliverRange(live: LiveConversation, { toSeq, membersVersion, rows }: UndeliveredRows): Promise<void> {
    if (membersVersion > live.membersVersion) await refreshMembers(live);
    if (rows[0]?.seq === live.pushedSeq + 1) pushRows(live, rows);
    while (live.pushedSeq < toSeq && live.members.size > 0) {
      const read = await readRows(pool, {
        ranges: [{ conversation: live.conversation, after: live.pushedSeq, upTo: toSeq }],
        identifiers: [...live.members.keys()],
        perConversation: limits.syncPage,
        total: limits.syncPage,
      });
      if (read.length === 0) break;
      pushRows(live, read);
    }
    closeIfEmpty(live);
  }

  /** Delivers what the database has beyond these conversations' pushed positions. */
  async function deliverChanges(conversations: LiveConversation[]): Promise<void> {
    for (const { id, last_seq, members_version } of await changedConversations(pool, conversations)) {
      const live = liveConversations.get(id);
      if (live) deliver(live, last_seq, members_version, []);
    }
  }

  async function refreshMembers(live: LiveConversation): Promise<void> {
    // A former member gets the rows up to leaving, including the row about it. Only connected people are read: a room
    // may have many more members.
    const onlineIds = [...onlinePeople.keys()];
    const members = await membersOf(pool, live.conversation, live.pushedSeq, onlineIds);
    const entitled = new Set(members.map(({ identifier }) => identifier));
    for (const identifier of onlineIds) if (!entitled.has(identifier)) leave(live, identifier);
    for (const membership of members) if (addMember(membership, live.pushedSeq)) requestResync(membership);
    live.membersVersion = members[0]?.members_version ?? live.membersVersion;
  }

  function pushRows(live: LiveConversation, rows: StoredRow[]): void {
    for (const row of rows) {
      if (row.seq <= live.pushedSeq) continue;
      pushRow(live, row);
      live.pushedSeq = row.seq;
    }
  }

  function pushRow(live: LiveConversation, row: StoredRow): void {
    const devicesWithCopy =
      row.copies.length === 0 ? null : new Set(row.copies.map(({ identifier, device }) => `${identifier}/${device}`));
    const isRowRedacted = isRedacted(row);
    // Recipients of identical bytes share one frame: the other members and, where it differs, the author's own devices.
    const sharedFrames: { author?: WireFrame; others?: WireFrame } = {};
    for (const [identifier, { from, upTo, listeners }] of live.members) {
      if (row.seq >= upTo) leave(live, identifier);
      if (row.seq <= from || row.seq > upTo) continue;
      const audience = isRowRedacted && identifier === row.sender ? 'author' : 'others';
      for (const listener of listeners) {
        // The sending device already has the row from its reply.
        if (identifier === row.sender && listener.device === row.device) continue;
        if (devicesWithCopy?.has(`${identifier}/${listener.device}`))
          listener.push(pushFrame('pushChatMessage', toRow(row, listener)));
        else listener.push((sharedFrames[audience] ??= pushFrame('pushChatMessage', toRow(row, listener))));
      }
    }
  }

  function pushTyping(
    { conversation, members }: LiveConversation,
    { identifier, typing }: { identifier: string; typing: boolean },
  ): void {
    const frame = pushFrame('pushNotify', {
      type: typing ? 'typing' : 'typingEnded',
      conversationId: conversation,
      identifier,
    });
    for (const [other, { listeners }] of members) {
      if (other === identifier) continue;
      for (const listener of listeners) listener.push(frame);
    }
  }

  function pushPreview({ listeners }: OnlinePerson, { chunk, device }: { chunk: RobotMessage; device: string }): void {
    const frame = pushFrame('pushRobotMessage', chunk);
    for (const listener of listeners) if (listener.device === device) listener.pushChunk(chunk, frame);
  }

  function pushCall({ listeners }: OnlinePerson, { push, onlyDevice }: { push: Input<CallPush>; onlyDevice?: string }) {
    const frame = pushFrame('pushCall', push);
    for (const listener of listeners) if ((onlyDevice ?? listener.device) === listener.device) listener.push(frame);
  }

  /** Pushes a chunk after the rows before it, so that a device has the question before the answer. */
  function pushAnswerChunk(live: LiveConversation, chunk: RobotMessage): void {
    live.deliveries = live.deliveries
      .then(() => {
        const frame = pushFrame('pushRobotMessage', chunk);
        for (const { listeners } of live.members.values())
          for (const listener of listeners) listener.pushChunk(chunk, frame);
      })
      .catch(onError);
  }

  /** Joins people to conversations that they have become members of. */
  async function addMissedMembers(changes: LiveChanges | null): Promise<void> {
    const memberships = changes
      ? await currentMemberships(
          pool,
          changes.memberships.filter(({ identifier }) => onlinePeople.has(identifier)),
        )
      : await membershipsOf(pool, [...onlinePeople.keys()]);
    for (const membership of memberships) {
      if (addMember(membership, firstPushedSeq(membership)))
        notifyChanged(membership.identifier, membership.conversation);
    }
  }

  async function pushMissedNotices(identifiers: readonly string[]): Promise<void> {
    const known = identifiers.flatMap((identifier) => {
      const person = onlinePeople.get(identifier);
      return person ? [{ identifier, person }] : [];
    });
    if (known.length === 0) return;
    const { rows: behind } = await pool.query<{ identifier: string; notice_seq: number }>(
      `select p.identifier, p.notice_seq from unnest($1::text[], $2::bigint[]) as k (identifier, seq)
       join person p on p.identifier = k.identifier and p.notice_seq > k.seq`,
      [known.map(({ identifier }) => identifier), known.map(({ person }) => person.pushedNoticeSeq)],
    );
    for (const { identifier, notice_seq } of behind) {
      const person = onlinePeople.get(identifier);
      if (person) pushNoticesInOrder(identifier, person, notice_seq);
    }
  }

  /** Signs out those of these listeners whose session has ended. */
  async function endSessions(listeners: Iterable<Listener>): Promise<void> {
    const families = Array.from(listeners, ({ family }) => family);
    if (families.length === 0) return;
    const { rows: ended } = await pool.query<{ id: string }>(
      'select id from family where id = any($1) and revoked_at is not null',
      [families],
    );
    if (ended.length > 0) signOut(new Set(ended.map(({ id }) => id)));
  }

  /** Finds everything that a lost hint would have announced, by reading what has changed since the last sweep. */
  async function sweep(): Promise<void> {
    const [openedBefore, connectedBefore] = [newConversations, newListeners];
    [newConversations, newListeners] = [new Set(), new Set()];
    if (onlinePeople.size === 0) return changeLog.forget();
    const changes = await changeLog.next();
    await addMissedMembers(changes);
    const changed = changes?.conversations.flatMap((id) => liveConversations.get(id) ?? []);
    await deliverChanges(changed ? [...new Set([...changed, ...openedBefore])] : [...liveConversations.values()]);
    await pushMissedNotices(changes ? changes.people : [...onlinePeople.keys()]);
    if (changes && changes.families.length > 0) signOut(new Set(changes.families));
    await endSessions(changes ? connectedBefore : allListeners());
  }

  function* allListeners(): Generator<Listener> {
    for (const { listeners } of onlinePeople.values()) yield* listeners;
  }

  const sweepNow = () => {
    sweeping = sweeping.then(sweep).catch(handleFailure);
  };
  const timer = setInterval(sweepNow, limits.sweepEvery);
  timer.unref();
  bus.onReconnect(sweepNow);

  return {
    /**
     * Adds a connected device. Once this resolves, every new row is pushed to the device; it must catch up on earlier
     * ones.
     */
    async join(listener: Listener): Promise<void> {
      const { identifier } = listener;
      newListeners.add(listener);
      const online = onlinePeople.get(identifier);
      if (online) {
        online.listeners.add(listener);
        return online.ready;
      }
      const unsubscribe = bus.subscribe(subjects.person(identifier), (hint) => handleHint(identifier, hint));
      const person: OnlinePerson = {
        listeners: new Set([listener]),
        liveConversations: new Set(),
        ready: Promise.resolve(),
        pushedNoticeSeq: 0,
        noticeQueue: Promise.resolve(),
        unsubscribe,
      };
      onlinePeople.set(identifier, person);
      person.ready = initPerson(identifier, person);
      person.noticeQueue = person.ready.catch(() => undefined);
      return person.ready;
    },

    /** Whether this person has a device connected here. */
    isConnected: (identifier: string): boolean => onlinePeople.has(identifier),

    /** Pushes an ephemeral notice to every connected device. */
    pushToAll(notify: Input<Notify>): void {
      const frame = pushFrame('pushNotify', notify);
      for (const { listeners } of onlinePeople.values()) {
        for (const listener of listeners) listener.push(frame);
      }
    },

    leave(listener: Listener): void {
      const person = onlinePeople.get(listener.identifier);
      if (!person?.listeners.delete(listener) || person.listeners.size > 0) return;
      person.unsubscribe();
      onlinePeople.delete(listener.identifier);
      for (const live of person.liveConversations) {
        live.members.delete(listener.identifier);
        closeIfEmpty(live);
      }
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await sweeping;
      await Promise.all([...liveConversations.values()].map((live) => live.deliveries));
    },
  };
}
