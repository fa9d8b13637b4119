/** The flow in the address of the page of paths, and steps of a funnel in its form. */
import { expect, test } from 'bun:test';
import { formatFlow, parseFlow } from '../../src/web/pages/funnels/path-flow.ts';
import { moveStep, toStep, toStepDraft } from '../../src/web/pages/funnels/step-drafts.ts';

test('a flow is read from an address and written to it beside the view', () => {
  const search = '?period=7d&start_path=%2Fa&direction=before&via=%2Fb&via=%2Fc';
  const flow = { startPath: '/a', startEvent: null, direction: 'before', via: ['/b', '/c'] } as const;
  expect(parseFlow(search)).toEqual(flow);
  expect(formatFlow('?period=7d&via=%2Fx', flow)).toBe(search);
  expect(parseFlow('?start_path=&start_event=paid&direction=up')).toMatchObject({
    startPath: null,
    startEvent: 'paid',
    direction: 'after',
  });
  expect(formatFlow('', parseFlow(''))).toBe('');
});

test('a step keeps what the form does not show, and a number that is none is left to the server', () => {
  const saved = {
    name: null,
    path: null,
    event: 'paid',
    value: 'card',
    properties: null,
    scroll_depth: null,
  };
  const draft = toStepDraft(saved);
  const made: object = toStep(draft);
  expect(made).toEqual({ name: null, event: 'paid', value: 'card', properties: null });
  const read: object = toStep({ ...draft, kind: 'scroll_depth', text: '75', name: ' Read ' });
  expect(read).toEqual({ name: ' Read ', scroll_depth: 75 });
  expect(toStep({ ...draft, kind: 'scroll_depth', text: 'x' })).toMatchObject({ scroll_depth: 'x' });
  const other = { ...draft, key: 'other' };
  expect(moveStep([draft, other], 1, -1).map(({ key }) => key)).toEqual(['other', draft.key]);
});
