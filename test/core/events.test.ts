import { expect, test } from 'bun:test';
import { createEvents } from '../../src/core/events.ts';

function createBus() {
  const errors: unknown[] = [];
  const events = createEvents({
    log: { error: (facts: unknown) => void errors.push(facts) } as unknown as Parameters<
      typeof createEvents
    >[0]['log'],
  });
  return { events, errors };
}

const KUDO = { id: 1, siteId: 7, uid: 'abc', path: '/', createdAt: new Date(0) };

test('handlers run in the order of their subscriptions, with the payload, before publish returns', () => {
  const { events } = createBus();
  const calls: string[] = [];
  events.subscribe('kudos.added', kudos => void calls.push(`first ${kudos.length}`));
  events.subscribe('kudos.added', kudos => void calls.push(`second ${kudos[0]?.uid}`));
  events.publish('kudos.added', [KUDO]);
  expect(calls).toEqual(['first 1', 'second abc']);
});

test('an event without handlers, and one of another name, does nothing', async () => {
  const { events } = createBus();
  events.subscribe('kudos.stored', () => {
    throw new Error('not for this event');
  });
  events.publish('kudos.added', [KUDO]);
  await events.publishAndWait('site.purged', { siteId: 7 });
});

test('an exception in an inline handler reaches the publisher, whose transaction it rolls back', () => {
  const { events, errors } = createBus();
  const calls: string[] = [];
  events.subscribe('mail.recorded', () => {
    throw new Error('refused');
  });
  events.subscribe('mail.recorded', () => void calls.push('second'));
  expect(() => events.publish('mail.recorded', { kind: 'welcome' })).toThrow('refused');
  expect({ calls, errors }).toEqual({ calls: [], errors: [] });
});

test('an exception in an after-commit handler is logged; the publisher and the other handlers go on', () => {
  const { events, errors } = createBus();
  const calls: string[] = [];
  const failure = new Error('no room');
  events.subscribe('hits.stored', () => {
    throw failure;
  });
  events.subscribe('hits.stored', ({ ids }) => void calls.push(`ids ${ids.join()}`));
  events.publish('hits.stored', { rows: [], ids: [4, 5] });
  expect(calls).toEqual(['ids 4,5']);
  expect(errors).toEqual([{ err: failure, event: 'hits.stored' }]);
});

test('awaited handlers run one after another, and a rejection reaches the publisher', async () => {
  const { events } = createBus();
  const calls: string[] = [];
  events.subscribe('site.purged', async ({ siteId }) => {
    await Bun.sleep(1);
    calls.push(`first ${siteId}`);
  });
  events.subscribe('site.purged', () => void calls.push('second'));
  await events.publishAndWait('site.purged', { siteId: 7 });
  expect(calls).toEqual(['first 7', 'second']);

  events.subscribe('site.purged', () => Promise.reject(new Error('the disk is full')));
  events.subscribe('site.purged', () => void calls.push('after the failure'));
  await expect(events.publishAndWait('site.purged', { siteId: 7 })).rejects.toThrow('the disk is full');
  expect(calls).not.toContain('after the failure');
});
