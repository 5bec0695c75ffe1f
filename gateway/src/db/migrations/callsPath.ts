// Gives the path of the page of calls to the chats, where databases of before that page have owners of paths already.

export const callsPath = `
insert into word (pattern, remote)
select 'calls', 'chat' where exists (select from word where remote = 'chat')
on conflict do nothing;
`;
