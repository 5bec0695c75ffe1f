// Accounts that were notified that a prize can be claimed.

export const campaignNews = `
alter table campaign_participant add column ready_at bigint;
create index campaign_unready on campaign_participant (identifier) where ready_at is null;
`;
