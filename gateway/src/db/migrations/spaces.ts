// Rooms of spaces, and how people joined them.

/** Rooms for the existing Welcome space. All its members join them, and see messages from now on. */
const welcomeRooms = `
insert into conversation (id, type, owner, name, created_at, group_setting, space, room_type)
  select 'welcome-' || r.id, 'group', s.owner, r.name, (extract(epoch from now()) * 1000)::bigint + r.place,
    '{"supportAnonymous":false,"visibility":true}', s.id, r.type
  from space s, (values (0, 'general', 'General', 'chat'), (1, 'help', 'Help', 'topic')) r (place, id, name, type) where s.id = 'welcome';
insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
  select c.id, m.identifier, 'member', 0, (extract(epoch from now()) * 1000)::bigint, '{}'
  from conversation c join space_member m on m.space = c.space;
`;

// There is no foreign key: a dissolved space leaves its rooms, so that devices can learn that they ended.
export const spaces = `
alter table conversation
  add column space text,
  add column room_type text not null default '',
  add column shown_after bigint not null default 0;
create index room_of_space on conversation (space, created_at, id) where space is not null;
alter table member add column invited boolean not null default false;
alter table space add column request text unique;
alter table space_member add column joined_at bigint not null default 0;
create index public_space_of_classification on space (classification) where is_public;
${welcomeRooms}`;
