// Operators' sign-up codes: each admits one newcomer.

export const signUpCodes = `
create table sign_up_code (code text primary key, note text not null, created_at bigint not null, used_at bigint);
create index sign_up_code_by_time on sign_up_code (created_at desc, code);
`;
