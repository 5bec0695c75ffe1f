// What a push says, in the form of Declarative Web Push, which some browsers show without the app.
import type { PushChoices } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import { readAnswer, readText } from '@amber/proto/bodies';
import type { Limits } from '@amber/proto/limits';

/** A message that may notify, as a device's person may see it. */
export interface UnreadMessage {
  seq: number;
  id: string;
  ts: number;
  sealed: boolean;
  body: Buffer | null;
  anonymous: boolean;
  /** As this person calls the sender. */
  name: string;
}

export interface Chat {
  conversation: string;
  type: 'private' | 'group' | 'robot';
  /** A group's or room's name; empty for other chats. */
  name: string;
  /** The space it is a room of. */
  space: string | null;
  spaceName: string | null;
}

/** Control characters and bidirectional controls: names and words are other people's. */
const unsafeCharacters = /[\p{Cc}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** One line of at most `max` characters. */
export function oneLine(text: string, max: number): string {
  const letters = Array.from(
    text
      .slice(0, max * 8)
      .replace(unsafeCharacters, ' ')
      .trim(),
  );
  return letters.length <= max ? letters.join('') : `${letters.slice(0, max - 1).join('')}…`;
}

/** An open message; null for what is sealed, which the gateway cannot read. */
const contentOf = ({ sealed, body }: UnreadMessage) => (sealed || !body ? null : decode('Content', body));

/** Its words, empty where it has none, and whether they are an AI's. */
function bodyText(message: UnreadMessage): { text: string; isByAi: boolean } {
  const content = contentOf(message);
  const answer = content && readAnswer(content);
  // What has come so far.
  if (answer) return { text: answer.state === 'writing' ? `${answer.text}…` : answer.text, isByAi: true };
  return { text: (content && readText(content)?.text) ?? '', isByAi: content?.type === 'ai' };
}

export const isMentioned = (message: UnreadMessage, identifier: string): boolean => {
  const content = contentOf(message);
  return (content && readText(content)?.mentions?.includes(identifier)) ?? false;
};

/** As the page says it, in every language. */
const aiMark = ' · AI';

/** Where the app shows it, below the base path. */
function pathOf({ conversation, type, space }: Chat): string {
  const id = encodeURIComponent(conversation);
  if (type === 'robot') return `/ai/${id}`;
  return `/channels/${space ? encodeURIComponent(space) : 'me'}/${id}`;
}

interface MessagePush {
  chat: Chat;
  /** The newest, and how many there are. */
  newest: UnreadMessage;
  count: number;
  badge: number;
  choices: PushChoices;
  /** The app's address, without a slash; empty where none is known. */
  origin: string;
}

/** The bytes of a push for a message. */
export function messagePayload({ chat, newest, count, badge, choices, origin }: MessagePush, limits: Limits): string {
  const name = newest.anonymous ? '' : oneLine(newest.name, limits.pushTitleMax);
  const isGroup = chat.type === 'group';
  const chatTitle = chat.spaceName ? `${chat.name} · ${chat.spaceName}` : chat.name;
  const { text, isByAi } = bodyText(newest);
  const body = choices.showText && text ? oneLine(text, limits.pushTextMax) : choices.newMessage;
  const title = (isGroup ? oneLine(chatTitle, limits.pushTitleMax) : name) || name || 'Amber';
  const notification = {
    // In the title: it stays where the words are hidden or too long.
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

/** What a campaign has for somebody, as that person's device is to hear of it. */
export interface CampaignNotification {
  kind: 'won' | 'ready';
  campaign: string;
  title: string;
  reward: string;
  choices: PushChoices;
}

/** For a device that has subscribed by an older build, without these words. */
const englishFallback = {
  won: 'You won a prize',
  ready: 'All tasks done',
  deleting: 'Your account will be deleted. Open Amber to keep it.',
};

/** The bytes of a push for a campaign's news. What the prize is stays unsaid where the words of messages do. */
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

/** The bytes of a push for the deletion of the account, which leads to where it can be cancelled. */
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

/** Says that a chat was read elsewhere, up to this place: nothing is shown for it. */
export const closingPayload = (conversation: string, seq: number, badge: number): string =>
  JSON.stringify({ close: { conversation, seq, app_badge: badge } });
