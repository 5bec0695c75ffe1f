// What the gateways of a database count together. It is over within minutes, so a crash of the database may lose it.

// `minute` is the number of the minute since 1970. A null `account` means that the socket has not registered.
export const sharedLimits = `
create unlogged table shared_count (
  minute bigint not null,
  limit_name text not null,
  key text not null,
  count bigint not null,
  primary key (minute, limit_name, key)
) with (fillfactor = 70);
create unlogged table gateway_node (
  node text primary key,
  alive_until timestamptz not null
);
create unlogged table open_socket (
  node text not null,
  id bigint not null,
  narrow text not null,
  wide text,
  account text,
  since timestamptz not null,
  is_excess boolean not null default false,
  primary key (node, id)
);
create index open_socket_narrow on open_socket (narrow);
create index open_socket_wide on open_socket (wide) where wide is not null;
create index open_socket_account on open_socket (account) where account is not null;
create index open_socket_excess on open_socket (node) where is_excess;
`;
