/** One of something for all tests of a file: opening it is the slow part. */
import { afterAll, beforeAll, onTestFinished } from 'bun:test';

/** Opens it before the file's tests and disposes of it after them; the answer gives it to a test. */
export function share<Shared extends AsyncDisposable>(open: () => Promise<Shared>): () => Shared {
  let shared: Shared | undefined;
  beforeAll(async () => {
    shared = await open();
  });
  afterAll(async () => {
    await shared?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!shared) throw new Error('what is shared is there while tests run, not before');
    return shared;
  };
}

/** Disposes of something after the test that calls this: what was opened last first, so a page before its server. */
export function forTest<Opened extends AsyncDisposable | Disposable>(opened: Opened): Opened {
  onTestFinished(async () => {
    await using _ = opened;
  });
  return opened;
}
