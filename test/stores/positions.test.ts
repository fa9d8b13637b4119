import { expect, test } from 'bun:test';
import {
  type AppPosition,
  comparePositions,
  compareWithRecorded,
  expectedIds,
} from '../../src/stores/positions.ts';
import { drawStorageId, isDrawn } from '../../src/stores/storage-ids.ts';

const position: AppPosition = {
  lineage: 'a',
  changes: 10,
  generation: 2,
  frames: 50,
  lastIds: {},
  at: 0,
};

test.each([
  [{}, 'current'],
  [{ changes: 11, generation: 1 }, 'shorter'],
  [{ generation: 3, frames: 0 }, 'current'],
  [{ frames: 49 }, 'shorter'],
  [{ changes: 9, generation: 9 }, 'older'],
  [{ lineage: '' }, 'current'],
  [{ lineage: 'b' }, 'foreign'],
] as const)('a configuration with %p is %s', (present, outcome) => {
  expect(comparePositions({ ...position, ...present }, position).outcome).toBe(outcome);
});

test.each([
  ['copied before and after it', [8, 10], 'current'],
  ['of which the newest is as new as the hits', [8, 9], 'current'],
  ['all older than the hits, as in an older copy laid over a newer folder', [8, 8], 'older'],
  ['none', [], 'older'],
] as const)('a configuration of 8 changes beside hits that note 9, with notes %s', (_, notes, outcome) => {
  const others = notes.map(changes => ({ ...position, changes }));
  const found = compareWithRecorded({ ...position, changes: 8 }, { ...position, changes: 9 }, others);
  expect(found.outcome).toBe(outcome);
});

test('ids that the configuration notes are excused by an older note only when another is as new, and what both files note is expected of a journal that cannot be older', () => {
  const ids = (hit: number) => ({ hit, event: 0, agent_visit: 0, spam_hit: 0, engagement: 0 });
  const noted = (hit: number, isBeforeJournal = false) => ({ hitIds: ids(hit), isBeforeJournal });
  expect(expectedIds({ hit: 9 }, [noted(5), noted(9)])).toEqual(ids(5));
  expect(expectedIds({ hit: 9 }, [noted(5), noted(5)])).toEqual({ hit: 9 });
  expect(expectedIds({ hit: 9 }, [noted(12), noted(12)])).toMatchObject({ hit: 9 });
  expect(expectedIds({ hit: 9 }, [noted(12, true), noted(11)])).toMatchObject({ hit: 9 });
  expect(expectedIds({ hit: 9 }, [noted(12, true), noted(11, true)])).toEqual(ids(11));
  expect(expectedIds({ hit: 9 }, [])).toEqual({ hit: 9 });
});

test('a storage id is drawn until it is free, and never looks like the id of a site from before', () => {
  let refused = 0;
  const drawn = drawStorageId(() => {
    refused += 1;
    return refused < 5;
  });
  expect(refused).toBe(5);
  expect(isDrawn(drawn)).toBe(true);
  expect(isDrawn(100_000)).toBe(false);
});
