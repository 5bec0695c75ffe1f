// Every address of the app with the screen that it shows, and a world in which each of them has content.
import { apiOf } from '@amber/gateway/testing/client';
import type { Client } from '../../tools/client.ts';

/** The ids in the addresses. Names are in letters that no language of the tests has, so that they are no sentences. */
export interface Places {
  person: string;
  group: string;
  chat: string;
  space: string;
  room: string;
  bot: string;
  moment: string;
  campaign: string;
}

export const names = {
  operator: 'Ольга',
  person: 'Борис',
  group: 'Книги',
  space: 'Клуб',
  room: 'Новости',
  bot: 'Мила',
  campaign: 'Весна',
  moment: 'Утро',
  message: 'Привет',
} as const;

interface Screen {
  /** A row of the host's table of routes or of a remote's manifest; '*' for an address without a row. */
  route: string;
  path(places: Places): string;
  /** Its first heading, in English. */
  heading: string;
}

const sections = {
  account: 'Account',
  profile: 'Profile',
  qr: 'My QR code',
  notifications: 'Notifications and sounds',
  appearance: 'Appearance',
  privacy: 'Privacy',
  devices: 'Devices',
  storage: 'Storage',
  favorites: 'Favourites',
  features: 'Features',
  about: 'About',
  moments: 'Moments',
} as const;

/** What a signed-in operator can open. A test compares the routes with those of the host and the remotes. */
export const screens: readonly Screen[] = [
  { route: '/', path: () => '/', heading: 'Chats' },
  { route: '/chat', path: () => '/chat', heading: 'Chats' },
  { route: '/channels', path: () => '/channels', heading: 'Chats' },
  { route: '/channels/me', path: () => '/channels/me', heading: 'Chats' },
  { route: '/channels/me/:cid', path: ({ group }) => `/channels/me/${group}`, heading: names.group },
  { route: '/channels/me/:cid', path: ({ chat }) => `/channels/me/${chat}`, heading: names.person },
  { route: '/channels/me/:cid', path: ({ group }) => `/channels/me/${group}?details`, heading: names.group },
  { route: '/channels/me/:cid', path: ({ group }) => `/channels/me/${group}?details=members`, heading: names.group },
  { route: '/channels/me/:cid', path: ({ group }) => `/channels/me/${group}?details=settings`, heading: names.group },
  { route: '/channels/me/:cid', path: ({ chat }) => `/channels/me/${chat}?details`, heading: names.person },
  { route: '/channels/me/:cid', path: ({ chat }) => `/channels/me/${chat}?details=settings`, heading: names.person },
  { route: '/contacts', path: () => '/contacts', heading: 'Contacts' },
  { route: '/contacts', path: ({ person }) => `/contacts?person=${person}`, heading: 'Contacts' },
  { route: '/contacts/new', path: () => '/contacts/new', heading: 'Contacts' },
  { route: '/calls', path: () => '/calls', heading: 'Calls' },
  { route: '/channels/create', path: () => '/channels/create', heading: 'Create space' },
  { route: '/channels/recommend', path: () => '/channels/recommend', heading: 'Discover' },
  { route: '/channels/recommend/:sid', path: ({ space }) => `/channels/recommend/${space}`, heading: names.space },
  { route: '/channels/setting/:sid', path: ({ space }) => `/channels/setting/${space}`, heading: 'Space settings' },
  {
    route: '/channels/setting/:sid',
    path: ({ space }) => `/channels/setting/${space}?tab=requests`,
    heading: 'Space settings',
  },
  { route: '/channels/invite/:sid', path: ({ space }) => `/channels/invite/${space}`, heading: 'Invite people' },
  { route: '/channels/:sid', path: ({ space }) => `/channels/${space}`, heading: names.space },
  { route: '/channels/:sid/:cid', path: ({ space, room }) => `/channels/${space}/${room}`, heading: names.room },
  {
    route: '/channels/:sid/:cid',
    path: ({ space, room }) => `/channels/${space}/${room}?details`,
    heading: names.room,
  },
  { route: '/spaces/:id/join', path: ({ space }) => `/spaces/${space}/join`, heading: names.space },
  { route: '/ai', path: () => '/ai', heading: 'AI' },
  { route: '/ai/create', path: () => '/ai/create', heading: 'Create a companion' },
  { route: '/ai/create', path: ({ bot }) => `/ai/create?bot=${bot}`, heading: 'Edit companion' },
  { route: '/ai/voice', path: () => '/ai/voice', heading: 'My voice' },
  { route: '/ai/agent', path: () => '/ai/agent', heading: 'Requests for a human' },
  { route: '/ai/:cid', path: ({ bot }) => `/ai/${bot}`, heading: names.bot },
  { route: '/ai/:cid', path: ({ bot }) => `/ai/${bot}?details`, heading: names.bot },
  { route: '/moments', path: () => '/moments', heading: 'Moments' },
  { route: '/moments/:blogId', path: ({ moment }) => `/moments/${moment}`, heading: `Post by ${names.person}` },
  { route: '/moments/by/:identifier', path: ({ person }) => `/moments/by/${person}`, heading: names.person },
  { route: '/moments/in/:sid', path: ({ space }) => `/moments/in/${space}`, heading: `Moments in ${names.space}` },
  { route: '/moments/news', path: () => '/moments/news', heading: 'Activity' },
  { route: '/airdrop/square', path: () => '/airdrop/square', heading: 'Airdrop' },
  { route: '/airdrop/:id/info', path: ({ campaign }) => `/airdrop/${campaign}/info`, heading: names.campaign },
  { route: '/airdrop/:id/sinfo', path: ({ campaign }) => `/airdrop/${campaign}/sinfo`, heading: names.campaign },
  { route: '/airdrop/manage', path: () => '/airdrop/manage', heading: 'Campaigns' },
  { route: '/airdrop/manage/:id', path: () => '/airdrop/manage/new', heading: 'New campaign' },
  { route: '/airdrop/manage/:id', path: ({ campaign }) => `/airdrop/manage/${campaign}`, heading: 'Edit campaign' },
  {
    route: '/airdrop/manage/:id/results',
    path: ({ campaign }) => `/airdrop/manage/${campaign}/results`,
    heading: names.campaign,
  },
  ...Object.entries(sections).map(([section, heading]) => ({
    route: '/settings/:section?',
    path: () => `/settings/${section}`,
    heading,
  })),
  { route: '/settings/:section?', path: () => '/settings/me', heading: 'Settings' },
  { route: '/invite', path: () => '/invite', heading: 'Invite people' },
  { route: '/share', path: () => '/share', heading: 'Nothing to share' },
  { route: '/admin/:page?', path: () => '/admin', heading: 'Administration' },
  { route: '/admin/:page?', path: () => '/admin/people', heading: 'People and sign-in' },
  { route: '/admin/:page?', path: () => '/admin/ai', heading: 'AI' },
  { route: '/admin/:page?', path: () => '/admin/features', heading: 'Features' },
  { route: '/admin/:page?', path: () => '/admin/log', heading: 'Log' },
  { route: '/tester', path: () => '/tester', heading: 'This test link has ended' },
  { route: '/:identifier', path: ({ person }) => `/${person}`, heading: names.person },
  { route: '/slap', path: ({ person }) => `/slap?from=${person}`, heading: `${names.person} slapped you` },
  { route: '/home', path: () => '/home', heading: 'Conversations that last.' },
  { route: '/privacy-policy', path: () => '/privacy-policy', heading: 'Privacy' },
  { route: '*', path: () => '/no/such/page', heading: 'Page not found' },
];

/** The routes that lead a signed-in person elsewhere; a visitor opens them. */
export const visitorRoutes = ['/login', '/settings/init'] as const;

const id = (name: string) => name.padEnd(24, '0');

/** Creates what the addresses of the screens name; the operator owns the group, the space and the bot. */
export async function createPlaces(
  origin: string,
  operator: { identifier: string; token: string },
  person: Client,
): Promise<Places> {
  const api = apiOf(origin, operator.token);
  const [group, chat, space, bot, moment] = await Promise.all([
    api.conversation.create({
      type: 'group',
      name: names.group,
      identifiers: [person.identifier],
      requestId: id('screensGroup'),
    }),
    person.call('conversation.create', { type: 'private', identifiers: [operator.identifier] }),
    api.groupChat.createSpace({ spaceName: names.space, roomNames: [names.room], requestId: id('screensSpace') }),
    api.aiBot.createUserClone({ aiBotInfo: { type: 'mate', name: names.bot }, requestId: id('screensBot') }),
    person.call('circle.post', { text: 'Момент' }),
    api.circle.post({ text: names.moment }),
  ]);
  await person.call('message.sendGroupMessage', {
    id: id('screensMessage'),
    conversation: { conversationId: group.conversation!.conversionId, conversationType: 'group' },
    content: [{ type: 'text', message: JSON.stringify({ text: names.message }) }],
  });
  const now = Date.now();
  await api.airdrop.save({
    campaign: {
      id: 'screens',
      title: names.campaign,
      reward: '10',
      rules: '–',
      begins: now - 60_000,
      ends: now + 86_400_000,
    },
  });
  return {
    person: person.identifier,
    group: group.conversation!.conversionId,
    chat: chat.conversation!.conversionId,
    space: space.spaceInfo!.spaceId,
    room: space.rooms[0]!.conversionId,
    bot: bot.aiBotInfo!.aiBotId,
    moment: moment.blog!.blogId,
    campaign: 'screens',
  };
}
