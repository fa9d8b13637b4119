/** Reads server-sent events one by one. */

export interface ReadEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into data of every shape
  readonly data: any;
}

export interface EventReader {
  readonly headers: Headers;
  /** The next event; rejects when the stream has ended. */
  next(): Promise<ReadEvent>;
  /** Resolves once the server has ended the stream. */
  ended(): Promise<void>;
  close(): void;
}

const eventOf = (block: string): ReadEvent | undefined => {
  const field = (name: string) =>
    block
      .split('\n')
      .find(line => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const [event, data] = [field('event'), field('data')];
  return event === undefined || data === undefined ? undefined : { event, data: JSON.parse(data) };
};

/** Opens a stream; throws with the answer's body when it is none. */
export async function openEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', 'user-agent': 'footfall-test', ...headers },
    signal: leaving.signal,
  });
  if (response.status !== 200 || !response.body)
    throw new Error(`${response.status} ${await response.text()}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const events: ReadEvent[] = [];

  async function next(): Promise<ReadEvent> {
    for (;;) {
      const event = events.shift();
      if (event) return event;
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream has ended');
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      events.push(...blocks.flatMap(block => eventOf(block) ?? []));
    }
  }

  return {
    headers: response.headers,
    next,
    async ended() {
      try {
        while (!(await reader.read()).done);
      } catch {
        // Cut off is ended too.
      }
    },
    close: () => leaving.abort(),
  };
}
