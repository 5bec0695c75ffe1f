// Notices that are for one device alone.

export const noticesForOne = `
alter table notice add column only_device text;
`;
