// The dated corrections of campaigns, whose rules and reward are fixed once they have begun.

export const campaignCorrections = `
alter table campaign add column corrections jsonb not null default '[]';
`;
