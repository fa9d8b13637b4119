/** Bodies that are made piece by piece. */

/**
 * Converts pieces to a body with backpressure, once the first one is there: what fails before that is an error response, and
 * later an answer that breaks off. The pieces end when the client has left.
 */
export async function streamPieces(
  pieces: AsyncGenerator<string | Uint8Array, unknown, void>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const stop = () => void pieces.return(undefined).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  let first: IteratorResult<string | Uint8Array, unknown> | undefined = await pieces.next();
  return new ReadableStream({
    async pull(controller) {
      const piece = first ?? (await pieces.next());
      first = undefined;
      if (piece.done) controller.close();
      else controller.enqueue(typeof piece.value === 'string' ? encoder.encode(piece.value) : piece.value);
    },
    cancel: stop,
  });
}
