// The interface of a service that delivers sign-in codes to phones.

export interface SmsProvider {
  name: string;
  /**
   * Sends a code.
   * @throws anything when the service did not accept the code; a Fault when the person needs a specific message.
   */
  send(phone: string, code: string): Promise<void>;
}
