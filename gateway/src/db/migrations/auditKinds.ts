// What an entry of the audit log records, so that pages can translate it. Rows of older builds have only the sentence.

export const auditKinds = `
alter table audit add column kind text not null default '', add column arguments text[] not null default '{}';
`;
