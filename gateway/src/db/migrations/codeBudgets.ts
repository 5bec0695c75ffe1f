// An index of the budgets of sign-in codes that are used up.

export const codeBudgets = `
create index spending_codes on spending (since) where what like 'sms/to/%' or what = 'sms/all';
`;
