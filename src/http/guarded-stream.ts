/** Bodies that take long to send, to callers who may lose access meanwhile. */
import type { Log } from '../core/log.ts';

/** Returns a body that fails before the first chunk that the caller may no longer read. Other failures are logged. */
export function guardStream(
  body: ReadableStream<Uint8Array>,
  { isStillAuthorized, log }: { readonly isStillAuthorized: () => boolean; readonly log: Log },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(error => {
          log.error({ err: error }, 'a streamed response failed');
          throw error;
        });
        if (done) return controller.close();
        if (isStillAuthorized()) return controller.enqueue(value);
        await reader.cancel();
        controller.error(new Error('the caller lost access while the answer was sent'));
      },
      cancel: reason => reader.cancel(reason),
    },
    // No chunk is read ahead: each is checked when the client is ready for it.
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
}
