/** One client's server-sent events. A client that reads slowly misses some; it never makes the server keep many. */

/** An event to be sent; of those that wait, a new `live` replaces the one before. */
export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  send(event: StreamEvent): void;
  /** Sends a sign of life, which clients pass over. */
  beat(): void;
  /** Returns whether events wait to be read. */
  isWaiting(): boolean;
  /** Ends it; what the client has not read by then it does not get. */
  end(): void;
}

interface Waiting {
  readonly name: string;
  readonly text: string;
}

/** Events that wait for a slow client at most. */
const MAX_WAITING = 50;
/** Delay after which a browser reconnects. */
const RETRY_MS = 3000;
const BEAT: Waiting = { name: '', text: ': beat\n\n' };

/** A stream of events; `onGone` is called once, when the client has left or the stream was ended. */
export function createEventStream(onGone: () => void): EventStream {
  const encoder = new TextEncoder();
  let waiting: Waiting[] = [{ name: '', text: `retry: ${RETRY_MS}\n\n` }];
  let wake = (): void => {};
  let isEnded = false;
  let controls: ReadableStreamDefaultController<Uint8Array> | undefined;

  function enqueue(event: Waiting): void {
    if (isEnded) return;
    // A new event replaces an older one of the same kind.
    if (event.name === 'live' || event === BEAT) waiting = waiting.filter(({ name }) => name !== event.name);
    waiting.push(event);
    if (waiting.length > MAX_WAITING) waiting.splice(findDroppable(waiting), 1);
    wake();
  }

  function leave(): boolean {
    if (isEnded) return false;
    isEnded = true;
    waiting = [];
    onGone();
    return true;
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controls = controller;
      },
      // Called when the client has taken what it was given before, and not earlier.
      async pull(controller) {
        while (waiting.length === 0 && !isEnded) {
          await new Promise<void>(resolve => {
            wake = resolve;
          });
        }
        if (isEnded) return;
        const text = waiting.map(event => event.text).join('');
        waiting = [];
        controller.enqueue(encoder.encode(text));
      },
      cancel() {
        leave();
        wake();
      },
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );

  return {
    body,
    send: ({ name, data }) => enqueue({ name, text: `event: ${name}\ndata: ${JSON.stringify(data)}\n\n` }),
    beat: () => enqueue(BEAT),
    isWaiting: () => waiting.length > 0,
    end() {
      if (!leave()) return;
      controls?.close();
      wake();
    },
  };
}

/** Hits come again; then the oldest of the rest, but never the figures. */
function findDroppable(waiting: readonly Waiting[]): number {
  const hit = waiting.findIndex(({ name }) => name === 'hit');
  return hit >= 0 ? hit : waiting.findIndex(({ name }) => name !== 'live');
}
