// Invitations, QR codes, favourites.

export const people = `
create table invite (
  code text primary key,
  identifier text not null references person,
  uses_left integer not null,
  created_at bigint not null
);
create unique index invite_of on invite (identifier) where uses_left > 0;

create table invited (
  identifier text primary key references person,
  inviter text not null references person,
  invited_at bigint not null
);
create index invited_by on invited (inviter, invited_at);

create table qrcode (
  identifier text primary key references person,
  code text not null unique
);

create table favorite (
  identifier text not null references person,
  conversation text not null,
  seq bigint not null,
  place bigint generated always as identity,
  added_at bigint not null,
  primary key (identifier, conversation, seq)
);
create index favorite_by_place on favorite (identifier, place);
`;
