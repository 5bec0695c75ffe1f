// What a gateway measures: one row per metric. No label may hold content, or a value that identifies a person.

interface MetricRow {
  /** `sampledCounter`: its total is read at each scrape, so that counting costs no more than adding to a number. */
  kind: 'counter' | 'sampledCounter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  /** The number of label sets, for labels without a fixed set of values; further ones count as `other`. */
  seriesMax?: number;
}

export const metricTable = {
  amber_calls_total: {
    kind: 'counter',
    help: 'HTTP requests by the pattern of their route and the code of their result',
    labels: ['route', 'code'],
  },
  amber_call_duration_seconds: {
    kind: 'histogram',
    help: 'Time from the head of an HTTP request to the end of its response',
    labels: ['route', 'outcome'],
  },
  amber_command_duration_seconds: {
    kind: 'histogram',
    help: 'Time from the turn of a socket command to its result',
    labels: ['command', 'outcome'],
  },
  amber_background_failures_total: {
    kind: 'counter',
    help: 'Failures of work that no call waits for; each is in the log',
    labels: [],
  },
  amber_device_problems_total: {
    kind: 'counter',
    help: 'Problems that devices have reported, by kind; each is in the log',
    labels: ['kind'],
  },
  amber_remote_failures_total: {
    kind: 'counter',
    help: 'Failures of features that pages have reported; reports of visitors may be made up',
    labels: ['remote', 'version', 'type', 'reporter'],
    seriesMax: 500,
  },
  amber_database_connections: {
    kind: 'gauge',
    help: 'Connections to the database: in use, idle, and the size of the pool (max)',
    labels: ['pool', 'state'],
  },
  amber_database_waiting: {
    kind: 'gauge',
    help: 'Queries that wait for a connection',
    labels: ['pool'],
  },
  amber_send_queue_length: {
    kind: 'gauge',
    help: 'Calls with messages that are not stored yet',
    labels: [],
  },
  amber_send_queue_age_seconds: {
    kind: 'gauge',
    help: 'Time for which the oldest message has not been stored',
    labels: [],
  },
  amber_push_queue_length: {
    kind: 'gauge',
    help: 'Push notifications that are due, of all gateways; 10000: at least so many',
    labels: [],
  },
  amber_push_queue_age_seconds: {
    kind: 'gauge',
    help: 'Time for which the oldest push notification of all gateways has been due',
    labels: [],
  },
  amber_pushes_total: {
    kind: 'counter',
    help: 'Requests to push services by outcome: taken, gone (unsubscribed), refused, later (failed, retried)',
    labels: ['outcome'],
  },
  amber_sockets: {
    kind: 'gauge',
    help: 'Open sockets: of devices, and unregistered ones',
    labels: ['state'],
  },
  amber_frames_sent_total: {
    kind: 'sampledCounter',
    help: 'Frames sent to sockets: answers and pushes',
    labels: ['kind'],
  },
  amber_frames_dropped_total: {
    kind: 'sampledCounter',
    help: 'Pushes that were not sent because the device reads too slowly; it syncs later',
    labels: [],
  },
  amber_bot_answer_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of answers of bots by outcome: done, stopped, interrupted, or the code of a failure',
    labels: ['outcome'],
  },
  amber_bot_answers_running: {
    kind: 'gauge',
    help: 'Chats in which a bot answers now',
    labels: [],
  },
  amber_gateways: {
    kind: 'gauge',
    help: 'Gateways that share the database now; 0 with the embedded one',
    labels: [],
  },
  amber_due_work_age_seconds: {
    kind: 'gauge',
    help: 'Time for which work has been due that one gateway does for all, such as the hourly removal of old data',
    labels: [],
  },
  amber_bus_connected: {
    kind: 'gauge',
    help: '1 while the message bus is connected, or this gateway needs none',
    labels: [],
  },
  amber_bus_hints_total: {
    kind: 'sampledCounter',
    help: 'Hints between gateways: published, dropped (not sent), received, unreadable (received and ignored)',
    labels: ['kind'],
  },
  amber_bus_reconnects_total: {
    kind: 'counter',
    help: 'How often the message bus was connected again, after which hints may have been lost',
    labels: [],
  },
  amber_draining: {
    kind: 'gauge',
    help: '1 while this gateway is about to stop',
    labels: [],
  },
} as const satisfies Record<string, MetricRow>;

type MetricTable = typeof metricTable;
export type MetricName = keyof MetricTable;
type NameOf<Kind extends MetricRow['kind']> = {
  [Name in MetricName]: MetricTable[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
type Labels<Name extends MetricName> = { [Label in MetricTable[Name]['labels'][number]]: string };
/** One value of each label set. */
export type Samples<Name extends MetricName> = readonly (readonly [labels: Labels<Name>, value: number])[];

export interface Metrics {
  increment<Name extends NameOf<'counter'>>(name: Name, labels: Labels<Name>): void;
  observe<Name extends NameOf<'histogram'>>(name: Name, labels: Labels<Name>, seconds: number): void;
  /** Registers a function that is called at each scrape. While it fails or takes too long, the metric has no value. */
  sample<Name extends NameOf<'gauge' | 'sampledCounter'>>(
    name: Name,
    read: () => Samples<Name> | Promise<Samples<Name>>,
  ): void;
}

/** The metrics of a gateway that nobody watches. */
export const noMetrics: Metrics = { increment() {}, observe() {}, sample() {} };

/** The outcome of a call or a command. */
export type Outcome = 'success' | 'refused' | 'unavailable' | 'failed';

const outcomes: Readonly<Record<string, Outcome>> = {
  SUCCESS: 'success',
  UNAVAILABLE: 'unavailable',
  UNKNOWN: 'failed',
};

/** Returns the outcome for a fault's code or a status of HTTP. Any other fault is a refusal that the caller expects. */
export const outcomeOfCode = (code: string): Outcome => outcomes[code] ?? (/^5\d\d$/.test(code) ? 'failed' : 'refused');
