import { expect, it } from 'vitest';
import { paths, reservedWords } from './paths.ts';

it('R22 every link of the app', () => {
  const links = {
    home: paths.home(),
    landing: paths.landing(),
    login: paths.login(),
    loginAndBack: paths.loginAndBack({ from: '/channels/me/c1?details' }),
    setUp: paths.setUp(),
    settings: paths.settings({ section: 'account' }),
    chats: paths.chats(),
    chat: paths.chat({ cid: 'c1' }),
    space: paths.space({ sid: 's1' }),
    room: paths.room({ sid: 's1', cid: 'c1' }),
    conversation: paths.conversation({ sid: 's1', cid: 'c1' }),
    details: paths.details({ cid: 'c1' }),
    chatSettings: paths.chatSettings({ cid: 'c1' }),
    members: paths.members({ cid: 'c1' }),
    message: paths.message({ sid: 's1', cid: 'c1', message: 'm1' }),
    aboutSpace: paths.aboutSpace({ sid: 's1' }),
    spaceSettings: paths.spaceSettings({ sid: 's1' }),
    inviteToSpace: paths.inviteToSpace({ sid: 's1' }),
    joinSpace: paths.joinSpace({ sid: 's1', conversationId: 'c1', inviterId: 'alice', invitation: 'i1' }),
    joinRequests: paths.joinRequests({ sid: 's1' }),
    discover: paths.discover(),
    createSpace: paths.createSpace(),
    contacts: paths.contacts(),
    contact: paths.contact({ identifier: 'alice' }),
    newContacts: paths.newContacts(),
    ai: paths.ai(),
    moments: paths.moments(),
    momentsBy: paths.momentsBy({ identifier: 'alice' }),
    bot: paths.bot({ cid: 'r1' }),
    botDetails: paths.botDetails({ cid: 'r1' }),
    createBot: paths.createBot(),
    editBot: paths.editBot({ aiBotId: 'b1' }),
    airdrop: paths.airdrop(),
    campaign: paths.campaign({ id: 'd1' }),
    invite: paths.invite(),
    share: paths.share(),
    admin: paths.admin(),
    profile: paths.profile({ identifier: 'alice' }),
    slap: paths.slap({ from: 'alice' }),
    privacy: paths.privacy(),
    terms: paths.terms(),
  } satisfies Record<keyof typeof paths, string>;
  expect(links).toEqual({
    home: '/',
    landing: '/home',
    login: '/login',
    loginAndBack: '/login?redirect_url=%2Fchannels%2Fme%2Fc1%3Fdetails',
    setUp: '/settings/init',
    settings: '/settings/account',
    chats: '/channels/me',
    chat: '/channels/me/c1',
    space: '/channels/s1',
    room: '/channels/s1/c1',
    conversation: '/channels/s1/c1',
    details: '/channels/me/c1?details',
    chatSettings: '/channels/me/c1?details=settings',
    members: '/channels/me/c1?details=members',
    message: '/channels/s1/c1?message=m1',
    aboutSpace: '/channels/recommend/s1',
    spaceSettings: '/channels/setting/s1',
    inviteToSpace: '/channels/invite/s1',
    joinSpace: '/spaces/s1/join?conversationId=c1&inviterId=alice&invitation=i1',
    joinRequests: '/channels/setting/s1?tab=requests',
    discover: '/channels/recommend',
    createSpace: '/channels/create',
    contacts: '/contacts',
    contact: '/contacts?person=alice',
    newContacts: '/contacts/new',
    ai: '/ai',
    moments: '/moments',
    momentsBy: '/moments/by/alice',
    bot: '/ai/r1',
    botDetails: '/ai/r1?details',
    createBot: '/ai/create',
    editBot: '/ai/create?bot=b1',
    airdrop: '/airdrop/square',
    campaign: '/airdrop/d1/info',
    invite: '/invite',
    share: '/share',
    admin: '/admin',
    profile: '/alice',
    slap: '/slap?from=alice',
    privacy: '/privacy-policy',
    terms: '/terms',
  });
});

it('R252 each page for operators has its own address', () => {
  expect(paths.admin({ page: 'log' })).toBe('/admin/log');
});

it('R22 an id cannot leave its place in a link', () => {
  expect(paths.chat({ cid: '../../login?x#y' })).toBe('/channels/me/..%2F..%2Flogin%3Fx%23y');
  expect(paths.room({ sid: 'a/b', cid: 'c/d' })).toBe('/channels/a%2Fb/c%2Fd');
  expect(paths.profile({ identifier: 'a b/c' })).toBe('/a%20b%2Fc');
});

it('R22 the first word of every fixed link is reserved', () => {
  const fixed = [
    paths.landing(),
    paths.login(),
    paths.setUp(),
    paths.chats(),
    paths.contacts(),
    paths.ai(),
    paths.moments(),
    paths.airdrop(),
    paths.privacy(),
    paths.terms(),
    '/tester',
  ];
  expect(
    fixed.map((path) => path.split('/')[1]!).filter((word) => !(reservedWords as readonly string[]).includes(word)),
  ).toEqual([]);
});
