// The time at which a release was first offered to a share of the users; earlier reports do not count.

export const offeredAt = `
alter table release add column offered_at bigint;
update release set offered_at = published_at from offer
  where offer.remote = release.remote and offer.candidate = release.version and offer.share > 0;
`;
