/**
 * Creates a batcher: items of one turn of the event loop are passed to `work` together, and each caller gets the result of
 * its own item. For work that costs the same for one item as for many, such as a commit to disk. `work` answers in the
 * order of its items; when it throws, all callers of the batch get the error.
 */
export function createBatcher<Item, Answer>(
  work: (items: readonly Item[]) => readonly Answer[],
): (item: Item) => Promise<Answer> {
  let waiting: { readonly item: Item; readonly promise: PromiseWithResolvers<Answer> }[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    try {
      const answers = work(batch.map(({ item }) => item));
      for (const [index, { promise }] of batch.entries()) promise.resolve(answers[index] as Answer);
    } catch (error) {
      for (const { promise } of batch) promise.reject(error);
    }
  }

  return item => {
    const promise = Promise.withResolvers<Answer>();
    if (waiting.push({ item, promise }) === 1) setImmediate(flush);
    return promise.promise;
  };
}
