import { expect } from 'bun:test';

/** A hit of the API with the defaults of a write, at the time at which the clock of tests stands, in the order of its fields. */
export const WIRE_HIT = {
  id: expect.any(Number),
  url: 'https://shop.example/',
  path: '/',
  referrer: null,
  country: 'XX',
  browser_name: null,
  platform_name: null,
  is_mobile: null,
  source: null,
  properties: null,
  created_at: '2026-03-10T12:00:00.000Z',
};

/** The fields of a hit of the API, in order. */
export const HIT_FIELDS = Object.keys(WIRE_HIT);

/** The same of an event, with no more than its name. */
export const WIRE_EVENT = {
  id: expect.any(Number),
  event: 'signup.completed',
  value: null,
  url: null,
  path: null,
  referrer: null,
  country: 'XX',
  source: null,
  properties: null,
  revenue: null,
  created_at: '2026-03-10T12:00:00.000Z',
};

export const EVENT_FIELDS = Object.keys(WIRE_EVENT);
