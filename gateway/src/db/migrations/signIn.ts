// Request budgets, wallets, and nonces that wallets sign.

export const signIn = `
create table spending (
  what text primary key,
  since bigint not null,
  count integer not null
);

alter table person add column wallet text unique;
create table wallet_nonce (
  nonce text primary key,
  wallet text not null,
  device text not null,
  issued_at bigint not null
);
`;
