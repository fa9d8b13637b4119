import { findCaptureOf } from '../../../core/capture.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';

/**
 * Returns an event's name in the form that events have here, `category.action`; one without a category gets `category`, but for
 * the names of events that the browser script captures.
 */
export function toEventName(name: string, category: string): string {
  if (findCaptureOf(name.trim()) !== undefined) return name.trim();
  const parts = name
    .replaceAll(/\p{Cc}/gu, ' ')
    .split('.')
    .map(part => part.trim())
    .filter(Boolean);
  const named = parts.length > 1 ? parts.join('.') : `${category}.${parts[0] ?? 'event'}`;
  return named.slice(0, MAX_LENGTH.event);
}
