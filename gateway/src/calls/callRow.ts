// A call's row, and what devices learn of it.
import type { CallPush, Input, PersonalCall } from '@amber/proto';
import { type Selectable, sql } from 'kysely';
import { databaseTime } from '../db/databaseTime.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import type { DeviceRef } from '../messages/sync/storedRows.ts';

/** `now`: the database's time at which it was read; nobody has renewed or answered a call with an earlier `ends_at`. */
export type CallRow = Selectable<Tables['personal_call']> & { now: number };

export const selectCalls = (db: Db) =>
  db.selectFrom('personal_call').selectAll().select(databaseTime.as('now')).$castTo<CallRow>();

/** The condition of the partial indexes; a value in a parameter would not match it. */
export const isNotEnded = sql<boolean>`state <> 'ended'`;

export const isLive = ({ state, ends_at, now }: CallRow): boolean => state !== 'ended' && ends_at > now;

/** Whether this device calls, or has answered. */
export const isInCall = (call: CallRow, { identifier, device }: DeviceRef): boolean =>
  (call.caller === identifier && call.caller_device === device) ||
  (call.callee === identifier && call.callee_device === device);

/** The condition for calls of which this person is a part. */
export const isOf = (identifier: string) => sql<boolean>`(caller = ${identifier} or callee = ${identifier})`;

/** Milliseconds that it lasted; 0 if nobody has answered. */
export const durationOf = ({ answered_at, ended_at, now }: CallRow): number =>
  answered_at === null ? 0 : (ended_at ?? now) - answered_at;

export const toPersonalCall = (call: CallRow): Input<PersonalCall> => ({
  callId: call.id,
  conversationId: call.conversation,
  identifier: call.caller,
  deviceId: call.caller_device,
  answeringDeviceId: call.callee_device ?? '',
  state: isLive(call) || call.state === 'ended' ? call.state : 'ended',
  outcome: call.outcome,
  since: call.answered_at === null ? call.now - call.started_at : durationOf(call),
});

export const toCallPush = (call: CallRow): Input<CallPush> => ({
  callId: call.id,
  conversationId: call.conversation,
  identifier: call.caller,
  ended: call.state === 'ended',
  outcome: call.outcome,
  answeringDeviceId: call.callee_device ?? '',
});
