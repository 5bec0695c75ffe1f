// Counts the messages that are sent for an operator's sign-up code.

export const invitationMessages = `
alter table sign_up_code add column messages int not null default 0;
`;
