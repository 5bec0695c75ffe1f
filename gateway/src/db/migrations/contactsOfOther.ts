// An index of the people who have someone in their list.

export const contactsOfOther = `
create index contact_of_other on contact (other);
`;
