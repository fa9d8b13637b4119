/**
 * A function that hands its items on in groups: those of one turn of the event loop together, each caller getting the
 * answer to its own item. For work that costs the same for one item as for many, such as a commit to disk. `work`
 * answers in the order of its items; what it throws, every caller of the group gets.
 */
export function createGatherer<Item, Answer>(
  work: (items: readonly Item[]) => readonly Answer[],
): (item: Item) => Promise<Answer> {
  let waiting: { readonly item: Item; readonly promise: PromiseWithResolvers<Answer> }[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    try {
      const answers = work(group.map(({ item }) => item));
      for (const [index, { promise }] of group.entries()) promise.resolve(answers[index] as Answer);
    } catch (error) {
      for (const { promise } of group) promise.reject(error);
    }
  }

  return item => {
    const promise = Promise.withResolvers<Answer>();
    if (waiting.push({ item, promise }) === 1) setImmediate(flush);
    return promise.promise;
  };
}
