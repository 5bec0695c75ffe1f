// The socket commands of a connected device.
import type { Commands, Input, RobotAck, VoiceAck } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { pushFrame, type WireFrame } from '../../core/wireFrame.ts';
import type { PeopleServices } from '../../people/peopleServices.ts';
import type { Acks } from '../../messages/sync/acks.ts';
import type { TypingEvents } from '../../messages/push/typingEvents.ts';
import type { Notices } from '../../messages/push/notices.ts';
import type { Actor, Tokens } from '../../people/signIn/tokens.ts';
import type { SpokenVoices, StartVoice } from '../../textToSpeech/spokenVoices.ts';
import type { CallSignals } from '../../calls/callSignals.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface CommandPorts extends Pick<GatewayBase, 'clock' | 'limits'> {
  acks: Acks;
  devices: Pick<PeopleServices['devices'], 'infoOf'>;
  notices: Notices;
  tokens: Tokens;
  typingEvents: TypingEvents;
  spokenVoices: SpokenVoices;
  callSignals: CallSignals;
}

/** The connection a command arrived on. */
export interface Caller {
  actor: Actor;
  /** Acknowledges chunks of an answer that arrived on this connection. */
  ackChunk(ack: RobotAck): void;
  /** Signs this person in on the connection, which gets pushes from then on. */
  signIn(actor: Actor): Promise<void>;
  /** Sends a push on the connection. */
  push(frame: WireFrame): void;
  /** Starts a voice on the connection; it ends the one before. */
  startVoice(start: StartVoice): void;
  /** Acknowledges chunks of that voice. */
  ackVoice(ack: VoiceAck): void;
}

export type CommandHandlers = {
  [Command in keyof Commands]: (
    request: Commands[Command]['request'],
    caller: Caller,
  ) => Promise<Input<Commands[Command]['reply']>>;
};

export const createCommands = ({
  acks,
  devices,
  notices,
  tokens,
  typingEvents,
  spokenVoices,
  callSignals,
  clock,
  limits,
}: CommandPorts): CommandHandlers => ({
  async heartbeat({ time }) {
    return { time };
  },

  async register({ token, appId, deviceId }, caller) {
    if (caller.actor.identifier !== '' || appId !== limits.appId) throw new Fault('BAD_REQUEST');
    const actor = await tokens.actorOf(token);
    if (actor.device !== deviceId) throw new Fault('9001');
    await caller.signIn(actor);
    // The list is read after the connection gets notices, so that no change falls between the two.
    caller.push(pushFrame('pushDevicesInfo', await devices.infoOf(actor)));
    return { time: clock() };
  },

  async pushAck({ cursors, noticeSeq }, { actor }) {
    await Promise.all([acks.confirm(actor, cursors), notices.confirm(actor, noticeSeq)]);
    return {};
  },

  async robotAck(ack, caller) {
    caller.ackChunk(ack);
    return {};
  },

  async speak(request, caller) {
    const { cloned, start } = await spokenVoices.open(caller.actor.identifier, request);
    caller.startVoice(start);
    return { cloned };
  },

  async voiceAck(ack, caller) {
    caller.ackVoice(ack);
    return {};
  },

  async callSignal(request, caller) {
    await callSignals.send(caller.actor, request);
    return {};
  },

  async typing(request, caller) {
    await typingEvents.emit(caller, caller.actor.identifier, request);
    return {};
  },
});
