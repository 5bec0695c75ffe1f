// Replaces the federation runtime's loggers (see leanFederation.ts).

const silent = () => {};

export const createLogger = (prefix: string) => ({
  log: silent,
  info: silent,
  debug: silent,
  success: silent,
  ready: silent,
  warn: (...args: unknown[]) => console.warn(prefix, ...args),
  error: (...args: unknown[]) => console.error(prefix, ...args),
  setPrefix: silent,
  setDelegate: silent,
});

export const logger = createLogger('[federation]');

export { createLogger as createInfrastructureLogger, logger as infrastructureLogger, silent as bindLoggerToCompiler };
