// Reads the invitation code of a link.

export const inviteIdIn = (query: URLSearchParams): string => query.get('inviteId') ?? '';
