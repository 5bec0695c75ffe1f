// Actions that end a guarantee: a feature requests them, and the host asks the person in a dialog of its own.

/** What the host asks the person about. */
export type HostAction =
  | { kind: 'acceptKeys'; identifier: string }
  | { kind: 'verifyPerson'; identifier: string; safetyNumber: string }
  | { kind: 'startOver' }
  | { kind: 'sendUnencrypted' }
  | { kind: 'stopEncrypting'; conversationId: string };

/** Shows the dialog and resolves to whether the person agreed. */
export type AskPerson = (action: HostAction) => Promise<boolean>;

let ask: AskPerson | undefined;

/** Called by the host once; the first one stays. */
export function answerHostActions(askThePerson: AskPerson): void {
  ask ??= askThePerson;
}

/** Resolves to whether the person agreed. Nobody agrees where no host can ask. */
export const askPerson: AskPerson = async (action) => (await ask?.(action)) ?? false;
