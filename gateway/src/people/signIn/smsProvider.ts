// What delivers sign-in codes to phones.

export interface SmsProvider {
  name: string;
  /** @throws anything when the code could not be handed over; a Fault to tell the person more than that. */
  send(phone: string, code: string): Promise<void>;
}
