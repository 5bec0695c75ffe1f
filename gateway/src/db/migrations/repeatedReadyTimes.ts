// How fast a release became ready for an account that had loaded it before, so that releases are compared by speed.

export const repeatedReadyTimes = `
alter table health_account add column again_at bigint, add column again_step smallint;
alter table release add column paced int not null default 0, add column pace text not null default '';
`;
