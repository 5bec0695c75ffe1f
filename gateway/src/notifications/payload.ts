// Builds the payload of a push in the format of Declarative Web Push, which some browsers show without the app.
import type { PushChoices } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import { readAnswer, readFile, readText } from '@amber/proto/bodies';
import type { Limits } from '@amber/proto/limits';

/** A message that may cause a notification, as the device's person may see it. */
export interface UnreadMessage {
  seq: number;
  id: string;
  ts: number;
  sealed: boolean;
  body: Buffer | null;
  anonymous: boolean;
  /** The sender's name, as this person has them listed. */
  name: string;
}

export interface Chat {
  conversation: string;
  type: 'private' | 'group' | 'robot';
  /** A group's or room's name; empty for other chats. */
  name: string;
  /** The space of a room; null in other chats. */
  space: string | null;
  spaceName: string | null;
}

/** Control characters, also bidirectional ones: names and texts are written by other people. */
const unsafeCharacters = /[\p{Cc}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Converts a text to one line of at most `max` characters. */
export function oneLine(text: string, max: number): string {
  const letters = Array.from(
    text
      .slice(0, max * 8)
      .replace(unsafeCharacters, ' ')
      .trim(),
  );
  return letters.length <= max ? letters.join('') : `${letters.slice(0, max - 1).join('')}…`;
}

/** The content of an open message; null for a sealed one, which the gateway cannot read. */
const contentOf = ({ sealed, body }: UnreadMessage) => (sealed || !body ? null : decode('Content', body));

/** The text of a message, empty where it has none, and whether an AI wrote it. */
function bodyText(message: UnreadMessage): { text: string; isByAi: boolean } {
  const content = contentOf(message);
  const answer = content && readAnswer(content);
  // This is the part of the answer that has arrived so far.
  if (answer) return { text: answer.state === 'writing' ? `${answer.text}…` : answer.text, isByAi: true };
  return {
    text: (content && (readText(content)?.text ?? readFile(content)?.caption)) ?? '',
    isByAi: content?.type === 'ai',
  };
}

export const isMentioned = (message: UnreadMessage, identifier: string): boolean => {
  const content = contentOf(message);
  const { mentions } = (content && (readText(content) ?? readFile(content))) ?? {};
  return mentions?.includes(identifier) ?? false;
};

/** The same mark as in the app; it is identical in every language. */
const aiMark = ' · AI';

/** The path of the chat in the app, below the base path. */
function pathOf({ conversation, type, space }: Pick<Chat, 'conversation' | 'type' | 'space'>): string {
  const id = encodeURIComponent(conversation);
  if (type === 'robot') return `/ai/${id}`;
  return `/channels/${space ? encodeURIComponent(space) : 'me'}/${id}`;
}

interface MessagePush {
  chat: Chat;
  /** The newest unread message, and the number of unread ones. */
  newest: UnreadMessage;
  count: number;
  badge: number;
  choices: PushChoices;
  /** The app's origin without a trailing slash; empty when it is unknown. */
  origin: string;
}

/** The payload of a push for a message. */
export function messagePayload({ chat, newest, count, badge, choices, origin }: MessagePush, limits: Limits): string {
  const name = newest.anonymous ? '' : oneLine(newest.name, limits.pushTitleMax);
  const isGroup = chat.type === 'group';
  const chatTitle = chat.spaceName ? `${chat.name} · ${chat.spaceName}` : chat.name;
  const { text, isByAi } = bodyText(newest);
  const body = choices.showText && text ? oneLine(text, limits.pushTextMax) : choices.newMessage;
  const title = (isGroup ? oneLine(chatTitle, limits.pushTitleMax) : name) || name || 'Amber';
  const notification = {
    // The mark is in the title, so that it stays when the text is hidden or too long.
    title: isByAi ? `${title}${aiMark}` : title,
    body: !isGroup || !name ? body : `${name}: ${body}`,
    navigate: `${origin}${limits.basePath}${pathOf(chat)}`,
    tag: chat.conversation,
    app_badge: badge,
    data: { conversation: chat.conversation, path: pathOf(chat), seq: newest.seq, id: newest.id, count },
  };
  const payload = JSON.stringify({ web_push: 8030, mutable: true, notification });
  if (Buffer.byteLength(payload) <= limits.pushPayloadMax) return payload;
  return JSON.stringify({ web_push: 8030, mutable: true, notification: { ...notification, body: choices.newMessage } });
}

/** A campaign event for a person, as their device presents it. */
export interface CampaignNotification {
  kind: 'won' | 'ready';
  campaign: string;
  title: string;
  reward: string;
  choices: PushChoices;
}

/** The texts for a device that subscribed with an older build, which did not send them. */
const englishFallback = {
  won: 'You won a prize',
  ready: 'All tasks done',
  deleting: 'Your account will be deleted. Open Amber to keep it.',
  waiting: 'Somebody is waiting for your answer',
  calling: 'Incoming call',
  missedCall: 'Missed call',
};

/** The payload of a push for a campaign event. The prize is hidden where the text of messages is. */
export function campaignPayload(campaignNotification: CampaignNotification, origin: string, limits: Limits): string {
  const { kind, campaign, title, reward, choices } = campaignNotification;
  const path = `/airdrop/${encodeURIComponent(campaign)}/info`;
  const bodyText = choices[kind] || englishFallback[kind];
  const notification = {
    title: (choices.showText && oneLine(title, limits.pushTitleMax)) || 'Amber',
    body: choices.showText ? `${bodyText}: ${oneLine(reward, limits.pushTextMax)}` : bodyText,
    navigate: `${origin}${limits.basePath}${path}`,
    tag: `campaign ${campaign}`,
    data: { path },
  };
  return JSON.stringify({ web_push: 8030, mutable: true, notification });
}

/** The payload of a push for the deletion of the account, which links to the page where it can be cancelled. */
export function deletionPayload({ deleting }: PushChoices, origin: string, limits: Limits): string {
  const path = '/settings/account';
  const notification = {
    title: 'Amber',
    body: deleting || englishFallback.deleting,
    navigate: `${origin}${limits.basePath}${path}`,
    tag: 'account deletion',
    data: { path },
  };
  return JSON.stringify({ web_push: 8030, mutable: true, notification });
}

/**
 * The payload of a push for somebody who waits for a human in a bot's place. It names neither the person nor the bot.
 * `key`: identifies the notification, and `seq` its request, for the push that closes it.
 */
export function waitingPayload(
  { key, seq, badge, choices }: { key: string; seq: number; badge: number; choices: PushChoices },
  origin: string,
  limits: Limits,
): string {
  const path = '/ai/agent';
  const notification = {
    title: 'Amber',
    body: choices.waiting || englishFallback.waiting,
    navigate: `${origin}${limits.basePath}${path}`,
    tag: key,
    app_badge: badge,
    data: { path, seq },
  };
  return JSON.stringify({ web_push: 8030, mutable: true, notification });
}

/** A call of a chat, as the device of the person who is called presents it. */
export interface CallNotification {
  kind: 'calling' | 'missedCall';
  /** Identifies the notification; one of a later `seq` replaces it, and a push can close it up to that. */
  key: string;
  seq: number;
  conversation: string;
  /** The position of the call's line; 0 until it is known. */
  lineSeq: number;
  /** The caller, as this person has them listed. */
  name: string;
  choices: PushChoices;
  /** Absent while it rings. */
  badge: number | undefined;
}

/** The payload of a push for a call, which leads to its chat. As of a message, it says whose it is. */
export function callPayload(
  { kind, key, seq, conversation, lineSeq, name, choices, badge }: CallNotification,
  origin: string,
  limits: Limits,
): string {
  const path = pathOf({ conversation, type: 'private', space: null });
  const notification = {
    title: oneLine(name, limits.pushTitleMax) || 'Amber',
    body: choices[kind] || englishFallback[kind],
    navigate: `${origin}${limits.basePath}${path}`,
    tag: key,
    require_interaction: kind === 'calling',
    app_badge: badge,
    data: { path, seq, call: { conversation, seq: lineSeq, rings: kind === 'calling' } },
  };
  return JSON.stringify({ web_push: 8030, mutable: true, notification });
}

/**
 * Closes the notifications of a chat that was read on another device, up to position `seq`; the push itself shows
 * nothing.
 */
export const closingPayload = (conversation: string, seq: number, badge: number): string =>
  JSON.stringify({ close: { conversation, seq, app_badge: badge } });
