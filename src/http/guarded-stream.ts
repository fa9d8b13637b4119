/** Bodies that take long to send, to callers who may lose access meanwhile. */
import type { Log } from '../core/log.ts';

/** Returns a body that breaks off before the first piece that the caller may no longer have. What else breaks it off is logged. */
export function guardStream(
  body: ReadableStream<Uint8Array>,
  { isStillAuthorized, log }: { readonly isStillAuthorized: () => boolean; readonly log: Log },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(error => {
          log.error({ err: error }, 'an answer broke off');
          throw error;
        });
        if (done) return controller.close();
        if (isStillAuthorized()) return controller.enqueue(value);
        await reader.cancel();
        controller.error(new Error('the caller lost access while the answer was sent'));
      },
      cancel: reason => reader.cancel(reason),
    },
    // A piece is asked for when the client has taken the one before, and not earlier.
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
}
