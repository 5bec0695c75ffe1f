// The HTTP server and the sockets of a gateway, not yet listening.
import type { FastifyInstance } from 'fastify';
import type { AddressOf } from '../core/address.ts';
import type { Handlers } from '../api/handler.ts';
import type { Policy } from '../api/policy.ts';
import type { CallSignals } from '../calls/callSignals.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { FileServices } from '../files/fileServices.ts';
import type { MessageServices } from '../messages/messageServices.ts';
import type { PeopleServices } from '../people/peopleServices.ts';
import type { SpokenVoices } from '../textToSpeech/spokenVoices.ts';
import { createPictureServer } from '../pictures/pictureServer.ts';
import { createDrain } from './drain.ts';
import { createAdmission } from './http/admission.ts';
import { createHttp } from './http/http.ts';
import { createReadiness } from './readiness.ts';
import { createCommands } from './socket/commands.ts';
import { createSocketServer } from './socket/socket.ts';

interface TransportPorts
  extends
    Pick<MessageServices, 'acks' | 'notices' | 'typingEvents' | 'fanout'>,
    Pick<PeopleServices, 'devices' | 'tokens'>,
    Pick<FileServices, 'objects' | 'fileStore'> {
  spokenVoices: SpokenVoices;
  callSignals: CallSignals;
  handlers: Handlers;
  policy: Policy;
  /** Serves the pages of the app. */
  pages: { addTo(app: FastifyInstance): void };
  addressOf: AddressOf;
  loginUrl: string | undefined;
  publicUrl: string | undefined;
  drainDelay: number;
  /** Resolves when no work runs here that another gateway would have to begin again. */
  whenIdle(): Promise<unknown>;
}

export function createTransport(
  base: GatewayBase,
  ports: TransportPorts,
): { app: FastifyInstance; drain(): Promise<void> } {
  const all = { ...base, ...ports };
  const { onClose, pages, objects } = all;
  const readiness = createReadiness(all);
  const app = createHttp({ ...all, admission: createAdmission(all), readiness });
  onClose(() => app.close());
  pages.addTo(app);
  objects?.addTo(app);
  createPictureServer(all).addTo(app);
  const sockets = createSocketServer({ ...all, server: app.server, handlers: createCommands(all) });
  onClose(sockets.close);
  return { app, drain: createDrain({ ...all, server: app.server, readiness, sockets }) };
}
