// The type of a call's handler, and what handlers use.
import type { Calls, Input } from '@amber/proto';
import type { createAccountServices } from '../account/accountServices.ts';
import type { createBotServices } from '../bots/botServices.ts';
import type { CallServices } from '../calls/callServices.ts';
import type { createCampaignServices } from '../campaigns/campaignServices.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { FileServices } from '../files/fileServices.ts';
import type { MessageServices } from '../messages/messageServices.ts';
import type { createNotificationServices } from '../notifications/notificationServices.ts';
import type { Operators } from '../people/operators.ts';
import type { PeopleServices } from '../people/peopleServices.ts';
import type { PhoneAccounts } from '../people/signIn/phoneAccounts.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { DeployTokens } from '../rollout/deployTokens.ts';
import type { Rollout } from '../rollout/rollout.ts';
import type { SpaceServices } from '../spaces/spaceServices.ts';
import type { SpeechServices } from '../speech/speechServices.ts';
import type { SynthesisServices, createTextToSpeechServices } from '../textToSpeech/textToSpeechServices.ts';
import type { VoiceServices } from '../voices/voiceServices.ts';

/** The services of all topics. The calls of each service take those that they use. */
export type HandlerPorts = GatewayBase &
  FileServices &
  MessageServices &
  CallServices &
  PeopleServices &
  SpaceServices &
  SpeechServices &
  SynthesisServices &
  VoiceServices &
  ReturnType<typeof createTextToSpeechServices> &
  Awaited<ReturnType<typeof createNotificationServices>> &
  Awaited<ReturnType<typeof createCampaignServices>> &
  ReturnType<typeof createBotServices> &
  ReturnType<typeof createAccountServices> & {
    pictures: Pictures;
    phoneAccounts: PhoneAccounts;
    rollout: Rollout;
    deployTokens: DeployTokens;
    /** The operators' identifiers. */
    operators: ReadonlySet<string>;
    operatorLinks: Operators;
    /** The ids of the spaces that newcomers join. */
    joinSpaces: readonly string[];
    /** Prepared pictures, as paths: avatars of people and spaces, and banners of spaces. */
    avatars: string[];
    banners: string[];
  };

/** The context of a call, besides its request. */
export interface CallContext {
  token: string;
  /** The client's address. */
  address: string;
  /** The host that was requested, with its port. */
  host: string;
  /** The origin of the requesting page. */
  pages: string;
  /** The languages that the browser accepts, best first. */
  readonly languages: readonly string[];
}

/** A handler returns nothing where the reply has no fields. */
type ReplyOf<Message> = keyof Message extends never ? void : Input<Message>;

/**
 * The handler receives a decoded and permitted request, of a signed-in actor where the policy requires it. It throws
 * Fault to refuse.
 */
export type Handler<Call extends keyof Calls> = (
  request: Calls[Call]['request'],
  actor: Actor,
  context: CallContext,
) => Promise<ReplyOf<Calls[Call]['reply']>>;

/** The calls of one service. */
export type CallsOf<Service extends string> = { [Call in keyof Calls & `${Service}.${string}`]: Handler<Call> };

export type Handlers = { [Call in keyof Calls]: Handler<Call> };
