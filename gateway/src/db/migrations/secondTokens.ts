// A second deploy token of the team approves a release before many people get it.

export const secondTokens = `
alter table offer add column requires_second boolean;
create table release_approval (remote text not null, version text not null, token text not null, primary key (remote, version, token));
`;
