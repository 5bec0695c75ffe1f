// Orders entries into a conversation by a counter, because clocks step and differ.

export const entries = `
create sequence member_entry;
alter table member add column entry bigint not null default 0;
alter table member alter column entry set default nextval('member_entry');
create index member_entered on member (identifier, entry);
drop index member_of;
`;
