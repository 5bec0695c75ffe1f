// The form of the identifiers that the gateway gives to people, spaces and conversations.

export const identifierPattern: RegExp = /^[a-z2-7]{16}$/;
