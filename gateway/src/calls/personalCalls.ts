// Calls between two people: each is a row, which every step changes under the locks of both people. A call ends by itself
// when nobody answers it, or when a device that is in it no longer renews its lease.
import type { CallStartReply_Refusal, Input, PersonalCall, PersonalCall_Outcome } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { type RawBuilder, sql } from 'kysely';
import { subjects } from '../core/bus.ts';
import { checkMessageId } from '../core/checks.ts';
import { createRepublisher } from '../core/republisher.ts';
import { databaseTime } from '../db/databaseTime.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Transaction } from '../db/store.ts';
import { checkMayWrite } from '../messages/mayWrite.ts';
import type { Notices } from '../messages/push/notices.ts';
import { addCallPush, updateCallPush } from '../notifications/pushJobs.ts';
import type { DeviceRef } from '../messages/sync/storedRows.ts';
import {
  type CallRow,
  durationOf,
  isInCall,
  isLive,
  isNotEnded,
  isOf,
  selectCalls,
  toCallPush,
  toPersonalCall,
} from './callRow.ts';

interface PersonalCallPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits' | 'quotas' | 'onError'> {
  notices: Notices;
}

/** What a transaction has done: its result, and the pushes that follow its commit. */
interface Step<T> {
  result: T;
  pushes: (() => void)[];
}

/** Calls that are ended in one sweep; the next one follows soon. */
const sweptAtOnce = 100;

/** The outcome of a call that has ended by itself, or because one of its people has started another one. */
const outcomeOf = ({ state }: CallRow, ifAnswered: 'completed' | 'lost'): PersonalCall_Outcome =>
  state === 'ringing' ? 'missed' : ifAnswered;

export type PersonalCalls = ReturnType<typeof createPersonalCalls>;

export function createPersonalCalls({ db, bus, clock, limits, quotas, notices, onError }: PersonalCallPorts) {
  // After this time a lost push of a call says nothing to anybody any more.
  const republisher = createRepublisher({ bus, retainFor: limits.callRingFor });
  const inMilliseconds = (duration: number): RawBuilder<number> => sql<number>`${databaseTime} + ${duration}::bigint`;

  /** Notifies all devices of this person of the state of a call. */
  const pushTo = (identifier: string, call: CallRow): void =>
    republisher.publish(`${call.id} ${identifier}`, subjects.person(identifier), {
      kind: 'call',
      push: toCallPush(call),
    });
  const pushToBoth = (call: CallRow): void => [call.caller, call.callee].forEach((one) => pushTo(one, call));

  async function run<T>(work: (tx: Transaction) => Promise<Step<T>>): Promise<T> {
    const { result, pushes } = await db.transaction().execute(work);
    for (const push of pushes) push();
    return result;
  }

  /** Ends a call whose people are locked. Both get a notice with its length, unless another call replaces it. */
  async function endCall(tx: Transaction, call: CallRow, outcome: PersonalCall_Outcome): Promise<Step<CallRow>> {
    const ended = await tx
      .updateTable('personal_call')
      .set({ state: 'ended', outcome, ended_at: databaseTime })
      .where('id', '=', call.id)
      .returningAll()
      .returning(databaseTime.as('now'))
      .executeTakeFirstOrThrow();
    await updateCallPush(tx, ended, clock());
    const pushes = [() => pushToBoth(ended)];
    if (outcome !== 'crossed') {
      const body = JSON.stringify({ callId: ended.id, outcome, duration: durationOf(ended) });
      const { conversation: conversationId, caller: identifier } = ended;
      pushes.push(
        await notices.addForAll(tx, [ended.caller, ended.callee], {
          type: 'command',
          cmdId: 'callInfo',
          conversationId,
          identifier,
          body,
        }),
      );
    }
    return { result: ended, pushes };
  }

  /** The call, with both people locked. @throws Fault NO_AUTH when there is none of which this person is a part. */
  async function lockCall(tx: Transaction, id: string, identifier: string): Promise<CallRow> {
    const read = () => selectCalls(tx).where('id', '=', id).where(isOf(identifier)).executeTakeFirst();
    const call = await read();
    if (!call) throw new Fault('NO_AUTH');
    await notices.lock(tx, [call.caller, call.callee]);
    return (await read())!;
  }

  /** The other person of a private chat. @throws Fault NO_AUTH, BAD_REQUEST where there is nobody to call. */
  async function otherOf(identifier: string, conversation: string): Promise<string> {
    const others = await db
      .selectFrom('member as m')
      .innerJoin('conversation as c', 'c.id', 'm.conversation')
      .select(['m.identifier', 'c.type'])
      .where('c.id', '=', conversation)
      .where('c.status', '=', 'normal')
      .where('m.left_seq', 'is', null)
      .execute();
    if (!others.some((one) => one.identifier === identifier)) throw new Fault('NO_AUTH');
    const other = others.find((one) => one.identifier !== identifier);
    if (other?.type !== 'private') throw new Fault('BAD_REQUEST');
    return other.identifier;
  }

  async function checkMayRing(tx: Transaction, identifier: string, other: string): Promise<void> {
    await checkMayWrite(tx, identifier, other);
    const block = await tx
      .selectFrom('block')
      .select('blocked')
      .where('identifier', '=', identifier)
      .where('blocked', '=', other)
      .executeTakeFirst();
    if (block) throw new Fault('YOU_BLOCKED');
  }

  /** Live rows of calls of these people, also those whose lease has run out. */
  const callsOf = (tx: Transaction, people: readonly string[]): Promise<CallRow[]> =>
    selectCalls(tx)
      .where(isNotEnded)
      .where((row) => row.or([row('caller', 'in', people), row('callee', 'in', people)]))
      .execute();

  /** Locks two people and those with whom they are in calls, all in one order, and returns these calls. */
  async function lockCallsOf(tx: Transaction, people: readonly [string, string]): Promise<CallRow[]> {
    const known = await callsOf(tx, people);
    await notices.lock(tx, [...new Set([...people, ...known.flatMap(({ caller, callee }) => [caller, callee])])]);
    return callsOf(tx, people);
  }

  /** What a new call does to one that one of its people is in. */
  function effectOn(
    call: CallRow,
    from: DeviceRef,
    callId: string,
    other: string,
  ): PersonalCall_Outcome | CallStartReply_Refusal | 'theirs' {
    if (!isLive(call)) return outcomeOf(call, 'lost');
    // Both have called each other: the lower id wins on both sides, whichever came first.
    if (call.state === 'ringing' && call.caller === other && call.callee === from.identifier)
      return callId < call.id ? 'crossed' : 'theirs';
    // This device has left the earlier call without a word, as after a crash.
    if (isInCall(call, from)) return outcomeOf(call, 'completed');
    // Nobody can keep a person from calling by ringing there.
    if (call.state === 'ringing' && call.callee === from.identifier) return 'missed';
    return call.caller === from.identifier || call.callee === from.identifier ? 'inCall' : 'busy';
  }

  interface Started {
    call: CallRow | null;
    refusal: CallStartReply_Refusal;
  }

  async function startIn(
    tx: Transaction,
    from: DeviceRef,
    { callId, conversationId, other }: { callId: string; conversationId: string; other: string },
  ): Promise<Step<Started>> {
    const { identifier } = from;
    const calls = await lockCallsOf(tx, [identifier, other]);
    await checkMayRing(tx, identifier, other);
    const repeated = await selectCalls(tx).where('id', '=', callId).executeTakeFirst();
    if (repeated) {
      const isSame = isLive(repeated) && isInCall(repeated, from) && repeated.conversation === conversationId;
      if (!isSame || repeated.caller !== identifier) throw new Fault('BAD_REQUEST');
      return { result: { call: repeated, refusal: 'none' }, pushes: [] };
    }
    // A call to somebody who is busy counts too, so that nobody can watch when that is.
    await quotas.enforce(
      [
        { key: `calls ${identifier}`, limit: limits.callsPerHour },
        { key: `calls ${identifier} ${other}`, limit: limits.callsPerPersonPerHour },
      ],
      tx,
    );
    const effects = calls.map((call) => ({ call, effect: effectOn(call, from, callId, other) }));
    const theirs = effects.find(({ effect }) => effect === 'theirs');
    if (theirs) return { result: { call: theirs.call, refusal: 'none' }, pushes: [] };
    const refusal = effects.find(({ effect }) => effect === 'inCall' || effect === 'busy')?.effect as
      | CallStartReply_Refusal
      | undefined;
    if (refusal) return { result: { call: null, refusal }, pushes: [] };
    const pushes: (() => void)[] = [];
    for (const { call, effect } of effects)
      pushes.push(...(await endCall(tx, call, effect as PersonalCall_Outcome)).pushes);
    const call = await tx
      .insertInto('personal_call')
      .values({
        id: callId,
        conversation: conversationId,
        caller: identifier,
        callee: other,
        caller_device: from.device,
        state: 'ringing',
        started_at: databaseTime,
        caller_until: inMilliseconds(limits.callLease),
        callee_until: inMilliseconds(limits.callRingFor),
      })
      .returningAll()
      .returning(databaseTime.as('now'))
      .executeTakeFirstOrThrow();
    await addCallPush(tx, call, clock() + limits.callPushDelay);
    return { result: { call, refusal: 'none' }, pushes: [...pushes, () => pushTo(other, call)] };
  }

  /** Ends each of these calls, one after the other. Another gateway may have ended it, or `isOver` is no longer true. */
  async function endEach(
    calls: readonly Pick<CallRow, 'id' | 'caller'>[],
    ifAnswered: 'completed' | 'lost',
    isOver: (call: CallRow) => boolean = () => true,
  ): Promise<void> {
    for (const { id, caller } of calls)
      await run(async (tx) => {
        const call = await lockCall(tx, id, caller);
        if (call.state === 'ended' || !isOver(call)) return { result: null, pushes: [] };
        return endCall(tx, call, outcomeOf(call, ifAnswered));
      });
  }

  /** Ends the calls that nobody has answered or renewed in time. */
  async function endLapsed(): Promise<void> {
    const lapsed = await db
      .selectFrom('personal_call')
      .select(['id', 'caller'])
      .where(isNotEnded)
      .where('ends_at', '<=', databaseTime)
      .limit(sweptAtOnce)
      .execute();
    await endEach(lapsed, 'lost', (call) => !isLive(call));
  }

  /** Ends the calls of a device whose session has ended, unless it has signed in again since. */
  async function endOfSession(family: string): Promise<void> {
    const person = db.selectFrom('family').select('identifier').where('id', '=', family);
    const calls = await selectCalls(db)
      .where(isNotEnded)
      .where((row) => row.or([row('caller', '=', person), row('callee', '=', person)]))
      .where(
        sql<boolean>`exists (
          select from family f where f.id = ${family}
            and ((f.identifier = caller and f.device = caller_device) or (f.identifier = callee and f.device = callee_device))
            and not exists (
              select from family n where n.identifier = f.identifier and n.device = f.device and n.revoked_at is null
            )
        )`,
      )
      .execute();
    await endEach(calls, 'completed');
  }

  // Without this hint the call ends with the lease of the device.
  const unsubscribe = bus.subscribe(subjects.sessions, (hint) => {
    if (hint.kind === 'revoked') void endOfSession(hint.family).catch(onError);
  });

  let sweeping: Promise<void> | null = null;
  const timer = setInterval(() => {
    sweeping ??= endLapsed()
      .catch(onError)
      .finally(() => {
        sweeping = null;
      });
  }, limits.sweepEvery);
  timer.unref();

  return {
    /**
     * Rings on the devices of the other person. If both have called each other, the call with the lower id goes on: then
     * the reply may contain the other one. Idempotent.
     * @throws Fault NO_AUTH, BAD_REQUEST, BLOCKED, YOU_BLOCKED, PRIVATE_CLOSED, TOO_MANY.
     */
    async start(
      from: DeviceRef,
      { callId, conversationId }: { callId: string; conversationId: string },
    ): Promise<{ call: Input<PersonalCall> | null; refusal: CallStartReply_Refusal }> {
      checkMessageId(callId);
      const other = await otherOf(from.identifier, conversationId);
      const { call, refusal } = await run((tx) => startIn(tx, from, { callId, conversationId, other }));
      return { call: call && toPersonalCall(call), refusal };
    },

    /** Answers on this device, unless another one has, or the call has ended. @throws Fault NO_AUTH */
    answer: (by: DeviceRef, callId: string): Promise<Input<PersonalCall>> =>
      run(async (tx) => {
        const call = await lockCall(tx, callId, by.identifier);
        if (call.callee !== by.identifier) throw new Fault('NO_AUTH');
        if (!isLive(call) || call.state !== 'ringing') return { result: toPersonalCall(call), pushes: [] };
        const answered = await tx
          .updateTable('personal_call')
          .set({
            state: 'answered',
            callee_device: by.device,
            answered_at: databaseTime,
            callee_until: inMilliseconds(limits.callLease),
          })
          .where('id', '=', callId)
          .returningAll()
          .returning(databaseTime.as('now'))
          .executeTakeFirstOrThrow();
        await updateCallPush(tx, answered, clock());
        return { result: toPersonalCall(answered), pushes: [() => pushToBoth(answered)] };
      }),

    /**
     * Renews the lease of this device, if it is in the call; ends the call if one of the two has blocked the other.
     * @throws Fault NO_AUTH
     */
    renew: (by: DeviceRef, callId: string): Promise<Input<PersonalCall>> =>
      run(async (tx) => {
        const call = await lockCall(tx, callId, by.identifier);
        if (!isLive(call) || !isInCall(call, by)) return { result: toPersonalCall(call), pushes: [] };
        const { caller, callee } = call;
        const block = await tx
          .selectFrom('block')
          .select('blocked')
          .where('identifier', 'in', [caller, callee])
          .where('blocked', 'in', [caller, callee])
          .executeTakeFirst();
        if (block) {
          const { result, pushes } = await endCall(tx, call, outcomeOf(call, 'completed'));
          return { result: toPersonalCall(result), pushes };
        }
        const renewed = await tx
          .updateTable('personal_call')
          .set({ [caller === by.identifier ? 'caller_until' : 'callee_until']: inMilliseconds(limits.callLease) })
          .where('id', '=', callId)
          .returningAll()
          .returning(databaseTime.as('now'))
          .executeTakeFirstOrThrow();
        return { result: toPersonalCall(renewed), pushes: [] };
      }),

    /**
     * Ends a call: the caller gives up, a device of the other person declines, or a device that is in the call hangs up.
     * Idempotent. @throws Fault NO_AUTH for any other device.
     */
    end: (by: DeviceRef, callId: string): Promise<Input<PersonalCall>> =>
      run(async (tx) => {
        const call = await lockCall(tx, callId, by.identifier);
        if (call.state === 'ended') return { result: toPersonalCall(call), pushes: [] };
        const declines = call.state === 'ringing' && call.callee === by.identifier;
        if (!declines && !isInCall(call, by)) throw new Fault('NO_AUTH');
        const outcome = declines ? 'declined' : outcomeOf(call, isLive(call) ? 'completed' : 'lost');
        const { result, pushes } = await endCall(tx, call, outcome);
        return { result: toPersonalCall(result), pushes };
      }),

    /** The calls that ring for this person, or that they are in. */
    async current({ identifier }: DeviceRef): Promise<Input<PersonalCall>[]> {
      const calls = await selectCalls(db).where(isNotEnded).where(isOf(identifier)).execute();
      return calls.filter(isLive).map(toPersonalCall);
    },

    /** Ends all calls of a person, whose account is being deleted. */
    async endAllOf(identifier: string): Promise<void> {
      await endEach(await selectCalls(db).where(isNotEnded).where(isOf(identifier)).execute(), 'completed');
    },

    /** Deletes the rows of calls that ended long ago. */
    async dropOld(): Promise<void> {
      await db
        .deleteFrom('personal_call')
        .where('state', '=', 'ended')
        .where('ended_at', '<', sql<number>`${databaseTime} - ${limits.callRetention}::bigint`)
        .execute();
    },

    async close(): Promise<void> {
      clearInterval(timer);
      unsubscribe();
      await sweeping;
    },
  };
}
