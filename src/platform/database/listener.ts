import postgres from 'postgres';

const HEARTBEAT_MS = 2_000;
const RECONNECT_MS = 250;
/** The payload by which a listener checks that it receives notifications. */
const HELLO = 'hello';

export interface ListenOptions {
  url: string;
  name: string;
  channel: string;
  onMessage: (payload: string) => void;
  /** Notifications arrive from now on; earlier ones are lost. */
  onUp: () => void;
  /** The connection broke or no longer responds. */
  onDown: () => void;
}

export type Listener = ReturnType<typeof listen>;

type Client = postgres.Sql<Record<string, never>>;

/** Listens on a connection of its own, forever: the driver's `listen` gives up silently when the database stays away. */
export function listen(options: ListenOptions) {
  let client: Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function down(of: Client): void {
    if (client !== of) return;
    client = null;
    options.onDown();
    void of.end({ timeout: 0 }).catch(() => {});
    if (!closed) schedule(connect, RECONNECT_MS);
  }

  function schedule(step: () => void, delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(step, delay);
    timer.unref();
  }

  function connect(): void {
    // The driver hands notifications to `onnotify`, which its types leave out.
    const settings = {
      max: 1,
      connect_timeout: 5,
      max_lifetime: null,
      fetch_types: false,
      connection: { application_name: options.name },
      onnotice: () => {},
      onclose: () => down(own),
      onnotify: (_channel: string, payload: string) => {
        if (payload !== HELLO) options.onMessage(payload);
        else if (client === own && !up) {
          up = true;
          options.onUp();
        }
      },
    };
    let up = false;
    const own: Client = postgres(options.url, settings);
    client = own;
    // With a pooler that assigns connections per statement, LISTEN succeeds and nothing ever arrives: trust the channel
    // only after a notification.
    own.unsafe(`LISTEN "${options.channel}"; SELECT pg_notify('${options.channel}', '${HELLO}')`).then(
      () => client === own && schedule(() => beat(own), HEARTBEAT_MS),
      () => down(own),
    );
  }

  /** A silently dropped connection looks alive until it is used. */
  function beat(of: Client): void {
    schedule(() => down(of), HEARTBEAT_MS);
    of.unsafe('SELECT 1').then(
      () => client === of && schedule(() => beat(of), HEARTBEAT_MS),
      () => down(of),
    );
  }

  connect();
  return {
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end({ timeout: 1 }).catch(() => {});
    },
  };
}
